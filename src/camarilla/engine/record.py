"""Records: the flat memory that a match, or a game's data, lives in.

A record is an element of a NumPy array with named fields; copying a match is copying its bytes. Compiled rules work
on that memory directly. Interpreted rules see it through `opened`: fields and elements read as plain Python
integers, so `hand + 300` is never squeezed into eight bits, and a value that does not fit its field is an error
instead of a surprise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[np.void]


def empty(dtype: np.dtype[np.void]) -> Records:
    """One record of zeros."""
    return np.zeros(1, dtype)


def copy_records(records: Records) -> Records:
    """The same bytes once more. NumPy would copy field by field, which takes twenty times as long."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


class OpenArray:
    """An array whose elements read as plain numbers, and whose records read as `OpenRecord`."""

    __slots__ = ("_array", "_ndim", "_number")

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array, self._ndim = array, array.ndim
        self._number = array.item if array.dtype.type in INTEGERS else None

    def __getitem__(self, place: Any) -> Any:
        """Most of what is read is one number, which the array itself gives in half of the time."""
        if self._number:
            if type(place) is int and self._ndim == 1:
                return self._number(place)
            if type(place) is tuple and len(place) == self._ndim:
                return self._number(*place)
        return opened(self._array[place])

    def __setitem__(self, place: Any, value: Any) -> None:
        self._array[place] = value._record if isinstance(value, OpenRecord) else value

    def __len__(self) -> int:
        return len(self._array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape


class OpenRecord:
    """A record whose fields are attributes that read as plain numbers."""

    def __init__(self, record: np.void) -> None:
        self.__dict__["_record"] = record

    def __getattr__(self, name: str) -> Any:
        """A field that is an array lies where it lies: it is asked for once, and is an attribute from then on."""
        value = opened(self._record[name])
        if type(value) is OpenArray:
            self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value


INTEGERS = {np.dtype(code).type for code in np.typecodes["AllInteger"]}
OPENED: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys(INTEGERS, int),
    np.ndarray: OpenArray,
    np.void: OpenRecord,
    tuple: lambda values: tuple(map(opened, values)),
}


def opened(value: Any) -> Any:
    """The value as interpreted rules see it."""
    form = OPENED.get(type(value))
    return form(value) if form else value


WHOLE = (int, np.integer)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether this is a whole number, of Python or of NumPy; True and False are none."""
    return isinstance(value, WHOLE) and type(value) is not bool
