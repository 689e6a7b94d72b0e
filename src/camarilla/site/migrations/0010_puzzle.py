import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('camarilla', '0009_daily'),
    ]

    operations = [
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=20)),
                ('puzzle', models.CharField(max_length=8)),
                ('solved', models.BooleanField()),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='camarilla.person')),
            ],
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(models.F('person'), models.F('game'), models.F('puzzle'), name='one_attempt_a_puzzle'),
        ),
    ]
