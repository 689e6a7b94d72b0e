"""Tables are pinned to the rules, and to the data, that they were begun with."""

import contextlib

from django.db import migrations, models


def pin(apps, schema):
    """Write down the whole data of tables until today: it is ours of today, since it has never changed before."""
    from camarilla.engine.errors import CamarillaError
    from camarilla.games import game

    for table in apps.get_model("camarilla", "Table").objects.iterator():
        with contextlib.suppress(CamarillaError):  # of a game, or with options, that this house does not know
            table.options = game(table.game, **table.options).recorded
            table.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("camarilla", "0002_remark")]

    operations = [
        migrations.AddField("table", "version", models.PositiveSmallIntegerField(default=1)),
        migrations.RunPython(pin, migrations.RunPython.noop),
    ]
