-- One event: open a connection, ask nothing, close it.
--
-- Measures what a connection costs: accept, handshake, authentication, the server's thread or
-- its place in a pool, and the end of all that. Needs no tables. sysbench counts the events;
-- it prints no transactions, because none are made.

function thread_init()
   drv = sysbench.sql.driver()
end

function event()
   local con = drv:connect()
   con:disconnect()
end

function thread_done()
end

function prepare()
end

function cleanup()
end
