"""What is said at a table is a remark: a message is what the program says, in either language."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("camarilla", "0001_initial")]

    operations = [
        migrations.RenameModel("Message", "Remark"),
        migrations.AlterField(
            "remark",
            "table",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="remarks", to="camarilla.table"
            ),
        ),
    ]
