"""Upgrades: pages of two release series, campaign by campaign."""
