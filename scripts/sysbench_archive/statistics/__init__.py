"""Pure functions on numbers. Knows no bundle, no run and no policy."""

from sysbench_archive.statistics.centres import geometric_mean, median, nearest_rank
from sysbench_archive.statistics.estimates import Estimate, difference_of, mean_estimate
from sysbench_archive.statistics.homogeneity import Homogeneity, homogeneity
from sysbench_archive.statistics.quantiles import chi_square_share, t_quantile, weighted_rank
from sysbench_archive.statistics.random_effects import RandomEffects, random_effects

__all__ = [
    "Estimate",
    "Homogeneity",
    "RandomEffects",
    "chi_square_share",
    "difference_of",
    "geometric_mean",
    "homogeneity",
    "mean_estimate",
    "median",
    "nearest_rank",
    "random_effects",
    "t_quantile",
    "weighted_rank",
]
