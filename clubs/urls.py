from django.urls import path

from clubs.views import accounts, address, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("first-account/", accounts.first_account, name="first-account"),
    path("start/<str:token>/", accounts.start_link, name="start"),
    path("sign-in/", accounts.sign_in, name="login"),
    path("sign-out/", accounts.sign_out, name="logout"),
    path("account/", accounts.account, name="account"),
    path("address/", address.address, name="address"),
    path("hello/", address.hello, name="hello"),
    path("clubs/new/", pages.new_club, name="new-club"),
    path("regions/new/", pages.new_region, name="new-region"),
    path("c/<slug:club>/settings/", pages.settings, name="club-settings"),
    path("c/<slug:club>/members/", pages.members, name="club-members"),
    path("c/<slug:club>/members/<uuid:member>/remove/", pages.remove_member, name="club-member-remove"),
]
