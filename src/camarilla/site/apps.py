from django.apps import AppConfig


class Site(AppConfig):
    name = "camarilla.site"
    label = "camarilla"
    default_auto_field = "django.db.models.BigAutoField"
