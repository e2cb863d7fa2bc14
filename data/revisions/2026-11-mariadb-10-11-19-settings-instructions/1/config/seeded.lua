-- Loads the tables of sysbench's own tests with the same rows each time.
--
-- sysbench 1.0.20 seeds its random numbers with --rand-seed only where a test runs: its `prepare`
-- loads other rows each time, and what is counted on them differs by a percent and more.

require("oltp_common")

local ffi = require("ffi")
ffi.cdef[[
void srandom(unsigned int seed);
void sb_rand_thread_init(void);
]]

local load_tables = cmd_prepare

function load_seeded()
   ffi.C.srandom(sysbench.opt.rand_seed)
   ffi.C.sb_rand_thread_init()
   load_tables()
end

sysbench.cmdline.commands = {
   prepare = {load_seeded, sysbench.cmdline.PARALLEL_COMMAND}
}
