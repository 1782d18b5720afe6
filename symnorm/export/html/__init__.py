"""The edition as a web site: static pages, readable offline, that ask no other host for anything."""
