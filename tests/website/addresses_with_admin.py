"""The site's addresses in a house that has the admin: what `CAMARILLA_ADMIN=1` adds to them."""

from django.urls import path

from camarilla.site.admin import HOUSE
from camarilla.site.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]
urlpatterns = [*urlpatterns, path("admin/", HOUSE.urls)]
