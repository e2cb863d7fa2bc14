-- One event: open a connection, ask nothing, close it, each followed by a wait until the server rests.
--
-- For counting instructions. The server takes a connection apart while the next one arrives. Where
-- they meet, a second thread serves, and the memory that the first left is found in other pieces,
-- from then on: the allocator alone moved counts by 2 %. A fixed pause is too short on a busy
-- machine. The server rests when none of its threads runs, as the kernel shows them for whoever
-- listens on a Unix socket; over TCP the script waits `pause`. Needs no tables.

local ffi = require("ffi")
ffi.cdef[[
int usleep(unsigned int microseconds);
int getpid(void);
int getsockopt(int descriptor, int level, int name, void *value, unsigned int *size);
typedef struct {
   unsigned long number; long offset; unsigned short size; unsigned char kind; char name[256];
} folder_entry;
void *opendir(const char *path);
folder_entry *readdir(void *folder);
int closedir(void *folder);
]]

local SOL_SOCKET, SO_PEERCRED = 1, 17
local MOST_DESCRIPTORS = 256
local LOOKS, MOST_LOOKS = 3, 5000

sysbench.cmdline.options = {
   pause = {"Milliseconds to wait where the server's threads cannot be seen", 30}
}

-- The process at the other end of this program's first Unix socket.
local function server_process()
   local credentials, size = ffi.new("int[3]"), ffi.new("unsigned int[1]")
   for descriptor = 3, MOST_DESCRIPTORS do
      size[0] = ffi.sizeof(credentials)
      local answer = ffi.C.getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, size)
      if answer == 0 and credentials[0] > 0 and credentials[0] ~= ffi.C.getpid() then
         return credentials[0]
      end
   end
end

-- Whether a thread runs, or waits for a disk; nil where threads cannot be seen.
local function is_busy(process)
   local path = "/proc/" .. process .. "/task"
   local folder, busy = ffi.C.opendir(path), nil
   if folder == nil then return nil end
   local entry = ffi.C.readdir(folder)
   while entry ~= nil do
      local file = io.open(path .. "/" .. ffi.string(entry.name) .. "/stat")
      if file then
         local state = (file:read("*l") or ""):match("%) (%a)")
         file:close()
         busy = busy or state == "R" or state == "D"
      end
      entry = ffi.C.readdir(folder)
   end
   ffi.C.closedir(folder)
   return busy
end

-- A thread that hands work on is asleep before the other one is looked at: once is not enough.
local function wait_for_rest()
   process = process or server_process() or 0
   if process == 0 or is_busy(process) == nil then
      ffi.C.usleep(sysbench.opt.pause * 1000)
      return
   end
   local quiet = 0
   for _ = 1, MOST_LOOKS do
      quiet = is_busy(process) and 0 or quiet + 1
      if quiet == LOOKS then return end
      ffi.C.usleep(1000)
   end
end

function thread_init()
   drv = sysbench.sql.driver()
end

function event()
   local con = drv:connect()
   wait_for_rest()
   con:disconnect()
   wait_for_rest()
end

function thread_done()
end

function prepare()
end

function cleanup()
end
