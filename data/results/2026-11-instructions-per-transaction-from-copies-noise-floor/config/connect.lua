-- One event: open a connection, ask nothing, close it, and wait.
--
-- For counting instructions. The server takes a connection apart while the next one arrives;
-- whether the thread of the one serves the other, is created, or waits for a lock was a race
-- that moved counts by a tenth. The wait lets the server come to rest. Needs no tables.

local ffi = require("ffi")
ffi.cdef[[ int usleep(unsigned int microseconds); ]]

sysbench.cmdline.options = {
   pause = {"Milliseconds to wait after each connection", 30}
}

function thread_init()
   drv = sysbench.sql.driver()
end

function event()
   local con = drv:connect()
   con:disconnect()
   ffi.C.usleep(sysbench.opt.pause * 1000)
end

function thread_done()
end

function prepare()
end

function cleanup()
end
