"""A person's key is no primary key any more: rows that point to somebody give nothing away, and a key can be renewed."""

import hashlib

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

BATCH = 1000


def copy(apps, schema):
    """Everybody again, with a number. Sessions and links carry the key as before, and here is its hash."""
    def every(model):
        return apps.get_model("camarilla", model).objects.using(schema.connection.alias)

    old, new = every("Person"), every("NewPerson")
    new.bulk_create(
        (
            new.model(old=one.key, key_hash=hashlib.sha256(one.key.encode()).hexdigest(), name=one.name, created=one.created)
            for one in old.order_by("created").iterator()
        ),
        batch_size=BATCH,
    )
    for model, field in (("Table", "host"), ("Seat", "person")):
        number = new.filter(old=models.OuterRef(f"{field}_id")).values("pk")
        every(model).update(**{f"new_{field}_id": models.Subquery(number)})


def refer(**options):
    return models.ForeignKey("camarilla.newperson", django.db.models.deletion.PROTECT, related_name="+", **options)


class Migration(migrations.Migration):
    dependencies = [("camarilla", "0003_table_version")]

    operations = [
        migrations.CreateModel(
            "NewPerson",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("old", models.CharField(max_length=40, db_index=True)),
                ("key_hash", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(blank=True, max_length=24)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField("table", "new_host", refer(null=True)),
        migrations.AddField("seat", "new_person", refer(null=True)),
        migrations.RunPython(copy),
        migrations.RemoveField("table", "host"),
        migrations.RemoveField("seat", "person"),
        migrations.DeleteModel("Person"),
        migrations.RemoveField("newperson", "old"),
        migrations.RenameModel("NewPerson", "Person"),
        migrations.RenameField("table", "new_host", "host"),
        migrations.RenameField("seat", "new_person", "person"),
        migrations.AlterField(
            "table", "host", models.ForeignKey("camarilla.person", django.db.models.deletion.PROTECT, related_name="+")
        ),
        migrations.AlterField(
            "seat",
            "person",
            models.ForeignKey("camarilla.person", django.db.models.deletion.PROTECT, null=True, related_name="seats"),
        ),
    ]
