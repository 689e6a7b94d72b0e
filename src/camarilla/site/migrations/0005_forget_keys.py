"""Keys as they were lie in pages of the file that are not used any more, until it is written anew."""

from django.db import migrations


def vacuum(apps, schema):
    if schema.connection.vendor == "sqlite":
        schema.connection.cursor().execute("VACUUM")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("camarilla", "0004_person_key")]
    operations = [migrations.RunPython(vacuum, migrations.RunPython.noop)]
