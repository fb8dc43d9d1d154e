"""What ends the making of the site."""


class SiteError(RuntimeError):
    """The site cannot be made; the message names the place, the rule and the way out."""
