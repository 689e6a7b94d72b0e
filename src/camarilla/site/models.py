"""What is kept: people, tables, their seats, and of every match the log of what was done.

The log only grows. A match is the replay of its log, so a process holds nothing that a crash could lose.
"""

from __future__ import annotations

import hashlib
import secrets

from django.db import models
from django.utils import timezone

NAME_LENGTH, TITLE_LENGTH, REMARK_LENGTH = 24, 48, 200
SLUG_BYTES, KEY_BYTES = 9, 18
SEED_BITS = 63


def new_slug() -> str:
    return secrets.token_urlsafe(SLUG_BYTES)


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def hash_key(key: str) -> str:
    """What is kept of a key. It was drawn, not thought up, so nobody finds it by trying."""
    return hashlib.sha256(key.encode()).hexdigest()


def fingerprint(key: str) -> str:
    """By which two houses find out that their sessions are signed with the same key, without telling it."""
    return hashlib.sha256(f"camarilla {key.strip()}".encode()).hexdigest()


def new_seed() -> int:
    """The secret of a table, from which all is dealt."""
    return secrets.randbits(SEED_BITS)


class Person(models.Model):
    """Somebody with a name. Who holds the key, in a signed session or a personal link, is that person; only its hash
    is kept, so whoever reads the database can be nobody with it."""

    key_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """What a program shows to be its owner (see `tokens`); only its hash is kept."""

    key_hash = models.CharField(max_length=64, unique=True)
    owner = models.ForeignKey(Person, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=NAME_LENGTH)  # by which the owner tells it from others
    created = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True)  # about when it was last

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Address(models.Model):
    """Where somebody wants to be written to (see `addresses`). It is told to nobody else, and goes when they go."""

    person = models.OneToOneField(Person, models.CASCADE, related_name="address")
    email = models.CharField(max_length=254)
    key = models.CharField(max_length=32, unique=True, default=new_key)  # in the links of every mail that goes there
    language = models.CharField(max_length=2)
    origin = models.CharField(max_length=300)  # of the site, as the person knows it
    asked = models.DateTimeField(default=timezone.now)
    confirmed = models.DateTimeField(null=True)  # by whoever reads mail there; until then nothing else is sent

    def __str__(self) -> str:
        return f"address of {self.person_id}"


class Confirmation(models.Model):
    """That somebody was asked by mail to confirm an address: so nobody has others bothered (see `addresses`)."""

    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+")
    recipient = models.CharField(max_length=64, db_index=True)  # a keyed hash of the address
    made = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.made}"


class Deal(models.Model):
    """Cards that are dealt alike at several tables, so that luck cancels out between them (see `deals`)."""

    game = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField()  # of the rules that it was drawn for
    options = models.JSONField()  # with the whole data behind them
    seed = models.BigIntegerField(default=new_seed)
    opens = models.DateTimeField(null=True)  # anybody may look at its tables then; None: once all have finished

    def __str__(self) -> str:
        return f"deal {self.pk} of {self.game}"


class Table(models.Model):
    class Stage(models.TextChoices):
        GATHERING = "gathering"  # seats are open
        PLAYING = "playing"
        OVER = "over"

    slug = models.CharField(max_length=16, unique=True, default=new_slug)
    game = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField(default=1)  # of the rules that it was begun by
    options = models.JSONField(default=dict)  # with the whole data behind them
    seed = models.BigIntegerField(default=new_seed)
    position = models.JSONField(null=True)  # to start from, instead of a deal
    deal = models.ForeignKey(Deal, models.PROTECT, null=True, related_name="tables")  # that it shares with others
    unaided = models.BooleanField(default=False)  # without undo, hints and stand-ins
    host = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+")  # None: the house, or somebody gone
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.GATHERING, db_index=True)
    listed = models.BooleanField(default=False)
    clock = models.PositiveIntegerField(default=0)  # seconds for a decision; 0: as long as one likes
    sand = models.PositiveSmallIntegerField(default=0)  # seconds of the hourglass, where the game has one
    turned_by = models.PositiveSmallIntegerField(null=True)  # the seat that turned the hourglass,
    runs_out = models.DateTimeField(null=True)  # and when it will have run out
    chat = models.BooleanField(default=False)  # whether people here may write to each other in free words
    revision = models.PositiveIntegerField(default=0)  # grows with everything that a page shows
    since = models.DateTimeField(default=timezone.now)  # the last move, or before it when somebody sat down
    created = models.DateTimeField(default=timezone.now)
    scores = models.JSONField(null=True)  # and places, seat by seat, once it is over
    places = models.JSONField(null=True)
    again = models.OneToOneField("self", models.SET_NULL, null=True, related_name="before")  # the rematch
    analysis = models.JSONField(null=True)  # made once, when somebody asks for it
    practice = models.BooleanField(default=False)  # not rated: the cards were known, or the match was played elsewhere

    def __str__(self) -> str:
        return f"{self.game} {self.slug}"


class Seat(models.Model):
    class Kind(models.TextChoices):
        OPEN = "open"
        PERSON = "person"
        BOT = "bot"

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.OPEN)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="seats")  # an open one is kept for them
    name = models.CharField(max_length=NAME_LENGTH, blank=True)  # of the person, or of a friend on the same device
    level = models.CharField(max_length=20, blank=True)  # of the bot
    away = models.BooleanField(default=False)  # a bot plays until the person returns
    helped = models.BooleanField(default=False)  # by a hint
    seen = models.DateTimeField(null=True)  # about when the person last had a page of it open, by correspondence

    class Meta:
        constraints = [models.UniqueConstraint("table", "number", name="one_seat_a_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.name or self.level or self.kind


class Entry(models.Model):
    """Something done in a match. Two cannot have the same ply: who comes second is refused by the key."""

    class Kind(models.TextChoices):
        MOVE = "move"
        UNDO = "undo"

    table = models.ForeignKey(Table, models.CASCADE, related_name="entries")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=4, choices=Kind, default=Kind.MOVE)
    move = models.CharField(max_length=80, blank=True)  # in notation
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint("table", "ply", name="one_entry_a_ply")]
        ordering = ["ply"]

    def __str__(self) -> str:
        return f"{self.ply} {self.seat} {self.kind} {self.move}"


class Errand(models.Model):
    """Something to be done at a table that no visitor's request does (see `errands`)."""

    class Kind(models.TextChoices):
        MOVE = "move"  # bots are to move
        CLOCK = "clock"  # a time will be up
        HINT = "hint"
        ANALYSIS = "analysis"
        MAIL = "mail"  # somebody is told that it is their turn
        CONFIRM = "confirm"  # somebody is asked whether an address is theirs; at no table

    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="errands")
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.PositiveSmallIntegerField(default=0)  # that a hint is for
    ply = models.PositiveIntegerField(default=0)  # at which it was asked for
    person = models.ForeignKey(Person, models.CASCADE, null=True, related_name="errands")  # in whose share it is
    rank = models.PositiveSmallIntegerField(default=0)  # how much thought it takes
    asked = models.DateTimeField(default=timezone.now)
    turn = models.DateTimeField(default=timezone.now)  # who has an earlier one comes first
    due = models.DateTimeField(default=timezone.now)  # not before
    holder = models.CharField(max_length=40, blank=True)  # who is at it,
    held_until = models.DateTimeField(null=True)  # and until when others leave it alone
    answer = models.JSONField(null=True)  # of a hint; of a mail, that it was sent

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_errand_of_a_kind")]
        indexes = [
            models.Index(fields=["due"], name="errands_due"),
            models.Index(fields=["holder"], name="errands_held"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id}"


class Daily(models.Model):
    """The deal of the day, of one game (see `daily`)."""

    day = models.DateField()
    game = models.CharField(max_length=20)
    deal = models.OneToOneField(Deal, models.PROTECT, related_name="daily")
    bots = models.OneToOneField(Table, models.PROTECT, related_name="+")  # where they play it among themselves

    class Meta:
        constraints = [models.UniqueConstraint("day", "game", name="one_deal_a_day")]
        ordering = ["-day", "game"]

    def __str__(self) -> str:
        return f"{self.game} of {self.day}"


class Try(models.Model):
    """Somebody's first try at a deal of the day: the only one that counts."""

    daily = models.ForeignKey(Daily, models.PROTECT, related_name="tries")
    person = models.ForeignKey(Person, models.CASCADE, related_name="tries")
    table = models.OneToOneField(Table, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint("daily", "person", name="one_try_a_person")]

    def __str__(self) -> str:
        return f"{self.daily} by {self.person}"


class Evening(models.Model):
    """A tournament that a host opens by link (see `evenings`)."""

    class Kind(models.TextChoices):
        SWISS = "swiss"  # those of like standing meet
        ALL = "all"  # everybody against everybody

    slug = models.CharField(max_length=16, unique=True, default=new_slug)
    title = models.CharField(max_length=TITLE_LENGTH)
    host = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="evenings")
    game = models.CharField(max_length=20)
    options = models.JSONField()  # that were chosen, with the size of a table
    kind = models.CharField(max_length=5, choices=Kind)
    planned = models.PositiveSmallIntegerField()  # rounds
    round = models.PositiveSmallIntegerField(default=0)  # that was begun last; 0: none so far
    clock = models.PositiveSmallIntegerField(default=0)  # of its tables, and the sand
    sand = models.PositiveSmallIntegerField(default=0)
    level = models.CharField(max_length=20)  # of the bots that fill up
    seed = models.BigIntegerField(default=new_seed)  # of who sits where
    revision = models.PositiveIntegerField(default=0)  # grows with all but the matches
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.title


class Guest(models.Model):
    """Somebody who plays in an evening."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="guests")
    person = models.ForeignKey(Person, models.CASCADE, related_name="guests")
    name = models.CharField(max_length=NAME_LENGTH)
    gone = models.BooleanField(default=False)  # is not seated any more

    class Meta:
        constraints = [models.UniqueConstraint("evening", "person", name="one_guest_a_person")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """A round of an evening: one deal for all its tables."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    deal = models.OneToOneField(Deal, models.PROTECT, related_name="round")

    class Meta:
        constraints = [models.UniqueConstraint("evening", "number", name="one_round_a_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.evening} {self.number}"


class Note(models.Model):
    """Something that the house itself has to remember, by name."""

    name = models.CharField(max_length=20, primary_key=True)
    text = models.CharField(max_length=200, blank=True)
    made = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Remark(models.Model):
    """Something said at a table: one of the phrases that there are, for everybody, or free words in its chat."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField(null=True)  # None: by somebody who watches
    person = models.ForeignKey(Person, models.CASCADE, null=True, related_name="remarks")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)  # of who watches
    phrase = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=REMARK_LENGTH, blank=True)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.seat}: {self.phrase or self.text}"


class Attempt(models.Model):
    """Somebody's first answer to a puzzle: only that one counts."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="attempts")
    game = models.CharField(max_length=20)
    puzzle = models.CharField(max_length=8)  # its id in the game's file
    solved = models.BooleanField()
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint("person", "game", "puzzle", name="one_attempt_a_puzzle")]

    def __str__(self) -> str:
        return f"{self.game} {self.puzzle} {self.solved}"


class Rating(models.Model):
    """How strong somebody was taken to be after a match (see `ratings`). The latest of a game is what holds."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=20)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "table"], name="rated_once")]
        indexes = [models.Index(fields=["person", "game", "made"], name="ratings_of_somebody")]
        ordering = ["made", "pk"]

    def __str__(self) -> str:
        return f"{self.game} {self.mu:.1f}"
