"""What a team would build instead: Django's admin, in which a moderator hides one product by an action.

It keeps the row's history (django-simple-history), the admin's own log and a notice to the owner, in one
transaction, and runs in one process without a web server: each request goes through Django's middleware
and its change list as a browser's would. Runs in an environment of its own, which moderation.py makes.

Arguments: the host, the port and the database, and how many seconds. Prints how many acts a second.
"""

import os
import sys
import time

import django
from django.apps import AppConfig
from django.conf import settings

PRODUCTS = 1000


class Bench(AppConfig):
    """This file as an app."""

    name, label, path = "__main__", "bench", os.path.dirname(os.path.abspath(__file__))


def configured(host, port, database):
    settings.configure(
        DEBUG=False, SECRET_KEY="bench", ALLOWED_HOSTS=["testserver"], ROOT_URLCONF=__name__, USE_TZ=True,
        STATIC_URL="/static/", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=[
            "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
            "django.contrib.sessions", "django.contrib.messages", "simple_history", "__main__.Bench"],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "simple_history.middleware.HistoryRequestMiddleware"],
        TEMPLATES=[{
            "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
            "OPTIONS": {"context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages"]}}],
        DATABASES={"default": {
            "ENGINE": "django.db.backends.postgresql", "HOST": host, "PORT": port, "NAME": database,
            "USER": "postgres", "CONN_MAX_AGE": None, "ATOMIC_REQUESTS": True}})
    django.setup()


configured(*sys.argv[1:4])

# Models and the admin want the settings first.
from django.contrib import admin, auth  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402
from simple_history.models import HistoricalRecords  # noqa: E402


class Product(models.Model):
    name = models.TextField()
    owner_id = models.BigIntegerField(db_index=True)
    hidden_until = models.DateTimeField(null=True)
    history = HistoricalRecords()

    class Meta:
        app_label = "bench"


class Notice(models.Model):
    owner_id = models.BigIntegerField(db_index=True)
    text = models.TextField()
    queued_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bench"


@admin.register(Product)
class ProductAdmin(admin.ModelAdmin):
    list_display = ("name", "hidden_until")
    list_per_page = 20
    show_full_result_count = False
    actions = ("hide",)

    @admin.action(description="Hide")
    def hide(self, request, chosen):
        for product in chosen.select_for_update():
            product.hidden_until = timezone.now() + timezone.timedelta(days=30)
            product._change_reason = "spam"
            product.save()
            self.log_change(request, product, [{"changed": {"fields": ["hidden_until"]}}])
            Notice.objects.create(owner_id=product.owner_id, text=f"{product.name} was hidden: spam")


urlpatterns = [path("admin/", admin.site.urls)]


def main(seconds):
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        for model in (Product, Notice, Product.history.model):
            editor.create_model(model)
    Product.objects.bulk_create(Product(name=f"Product {n}", owner_id=n) for n in range(PRODUCTS))
    client = Client()
    client.force_login(auth.get_user_model().objects.create_superuser("bench"))
    keys = list(Product.objects.values_list("pk", flat=True))
    acts, begin = 0, None
    while begin is None or time.perf_counter() < begin + seconds:
        if acts == 50 and begin is None:
            acts, begin = 0, time.perf_counter()
        answer = client.post("/admin/bench/product/", {
            "action": "hide", "_selected_action": keys[acts % PRODUCTS], "index": 0})
        assert answer.status_code == 302, answer.content
        acts += 1
    rate = acts / (time.perf_counter() - begin)
    assert Notice.objects.count() == Product.history.count() == acts + 50
    print(rate)


main(float(sys.argv[4]))
