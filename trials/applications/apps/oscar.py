"""django-oscar, a shop, in English and in Brazilian Portuguese: its customer pages."""

import os
import sqlite3

from trial import Application, run

SETTINGS = """
import os
from oscar.defaults import *
BASE = os.path.dirname(os.path.abspath(__file__))
SECRET_KEY = "a trial"
DEBUG = True
ALLOWED_HOSTS = ["*"]
SITE_ID = 1
ROOT_URLCONF = "site_urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = os.path.join(BASE, "media")
USE_TZ = True
LANGUAGE_CODE = "LANGUAGE"
LANGUAGES = [("LANGUAGE", "LANGUAGE")]
OSCAR_SHOP_NAME = "Orchard"
OSCAR_DEFAULT_CURRENCY = "EUR"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(BASE, "db.sqlite3"),
                         "ATOMIC_REQUESTS": True}}
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}
AUTHENTICATION_BACKENDS = ("oscar.apps.customer.auth_backends.EmailBackend",
                           "django.contrib.auth.backends.ModelBackend")
INSTALLED_APPS = ["django.contrib." + name for name in ("admin", "auth", "contenttypes", "sessions", "messages",
                                                        "sites", "flatpages", "staticfiles")] + [
    "oscar.config.Shop", "oscar.apps.analytics.apps.AnalyticsConfig", "oscar.apps.checkout.apps.CheckoutConfig",
    "oscar.apps.address.apps.AddressConfig", "oscar.apps.shipping.apps.ShippingConfig",
    "oscar.apps.catalogue.apps.CatalogueConfig", "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
    "oscar.apps.communication.apps.CommunicationConfig", "oscar.apps.partner.apps.PartnerConfig",
    "oscar.apps.basket.apps.BasketConfig", "oscar.apps.payment.apps.PaymentConfig",
    "oscar.apps.offer.apps.OfferConfig", "oscar.apps.order.apps.OrderConfig",
    "oscar.apps.customer.apps.CustomerConfig", "oscar.apps.search.apps.SearchConfig",
    "oscar.apps.voucher.apps.VoucherConfig", "oscar.apps.wishlists.apps.WishlistsConfig",
    "oscar.apps.dashboard.apps.DashboardConfig", "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig",
    "oscar.apps.dashboard.users.apps.UsersDashboardConfig", "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig",
    "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",
    "oscar.apps.dashboard.offers.apps.OffersDashboardConfig",
    "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",
    "oscar.apps.dashboard.pages.apps.PagesDashboardConfig", "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",
    "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig",
    "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",
    "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig",
    "oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig",
    "widget_tweaks", "haystack", "treebeard", "django_tables2", "sorl.thumbnail"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
              "django.contrib.auth.middleware.AuthenticationMiddleware",
              "django.contrib.messages.middleware.MessageMiddleware",
              "oscar.apps.basket.middleware.BasketMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                           "django.template.context_processors.i18n",
                           "django.contrib.messages.context_processors.messages",
                           "oscar.apps.search.context_processors.search_form",
                           "oscar.apps.checkout.context_processors.checkout",
                           "oscar.apps.communication.notifications.context_processors.notifications",
                           "oscar.core.context_processors.metadata"]}}]
"""

URLS = """
from django.apps import apps
from django.urls import include, path
urlpatterns = [path("i18n/", include("django.conf.urls.i18n")), path("", include(apps.get_app_config("oscar").urls[0]))]
"""

SEED = """
from django.contrib.auth import get_user_model
from oscar.apps.catalogue.models import Category, Product, ProductClass
from oscar.apps.partner.models import Partner, StockRecord
get_user_model().objects.create_user('ada', '{user}', '{password}')
get_user_model().objects.create_user('eve', 'eve@example.test', '{password}')
from oscar.apps.address.models import Country
Country.objects.create(iso_3166_1_a2='GB', printable_name='United Kingdom', name='United Kingdom',
                       is_shipping_country=True)
kind = ProductClass.objects.create(name='Fruit')
category = Category.add_root(name='Fruit')
partner = Partner.objects.create(name='Orchard')
for title in ('Quince jelly', 'Another quince', 'Pear'):
    product = Product.objects.create(title=title, product_class=kind)
    product.categories.add(category)
    StockRecord.objects.create(product=product, partner=partner, partner_sku=title, price=4, num_in_stock=9)
"""


class Oscar(Application):
    name = "oscar"
    user = "ada@example.test"
    ready_path = "/catalogue/"
    login_path = "/accounts/login/"
    home_path = "/catalogue/"
    search_path = "/catalogue/"
    accepted = {
        "wish list": (
            "goto {url}/accounts/wishlists/create/",
            'fill_form {"name": "List {unique}"}',
            "submit_form",
        ),
        "profile": (
            "goto {url}/accounts/profile/edit/",
            'fill_form {"first_name": "{unique}"}',
            "submit_form",
        ),
        "address": (
            "goto {url}/accounts/addresses/add/",
            'fill_form {"first_name": "Ada", "last_name": "Byron", "line1": "1 Gate", "line4": "Bath", '
            '"postcode": "BA1 1AA", "country": "United Kingdom"}',
            "submit_form",
        ),
    }
    refused = {
        "old password": (
            "goto {url}/accounts/change-password/",
            'fill_form {"old_password": "Not-this-one-11", "new_password1": "Long-enough-88", '
            '"new_password2": "Long-enough-88"}',
            "submit_form",
        ),
        "address without a street": (
            "goto {url}/accounts/addresses/add/",
            'fill_form {"first_name": "Ada", "last_name": "Byron", "line1": "   ", "line4": "Bath"}',
            "submit_form",
        ),
        "account that exists": (
            "goto {url}/accounts/profile/edit/",
            'fill_form {"email": "eve@example.test"}',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.pip("django-oscar", "sorl-thumbnail", "setuptools<80")

    def version(self):
        return self.pip_version("django-oscar")

    def environment(self):
        return {"DJANGO_SETTINGS_MODULE": "site_settings", "PYTHONPATH": str(self.data)}

    def manage(self, *words):
        run([self.python, "-m", "django", *words], cwd=self.data, env={**os.environ, **self.environment()})

    def seed(self):
        language = {"pt": "pt-br"}.get(self.language, self.language)
        (self.data / "site_settings.py").write_text(SETTINGS.replace('"LANGUAGE"', f'"{language}"'))
        (self.data / "site_urls.py").write_text(URLS)
        self.manage("migrate")
        self.manage("shell", "-c", SEED.format(user=self.user, password=self.password))

    def command(self):
        return [self.python, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def signed_in(self, browser):
        return self.get("/accounts/profile/", browser.cookies())[0] == 200

    def query(self, sql):
        with sqlite3.connect(self.data / "db.sqlite3") as database:
            return database.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query(f"SELECT count(*) FROM catalogue_product WHERE title LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT (SELECT count(*) FROM wishlists_wishlist) || ' ' || (SELECT count(*) FROM "
                          "address_useraddress) || ' ' || first_name || email || password FROM auth_user WHERE id = 1")


def applications(folder):
    return [Oscar(folder), Oscar(folder, "pt")]
