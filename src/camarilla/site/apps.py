import math

from django.apps import AppConfig

from camarilla.engine import at_once


class Site(AppConfig):
    name = "camarilla.site"
    label = "camarilla"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        at_once.PATIENCE = math.inf  # the steward has games compiled, one at a time
