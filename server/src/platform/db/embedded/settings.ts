export type ServerSettings = { port: number; socketFolder?: string; durable: boolean }

/** Given on the command line at every start, so that a new Parley's settings reach old clusters too. */
export function toServerArguments({ port, socketFolder, durable }: ServerSettings): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder ? `"${socketFolder}"` : '',
    max_connections: 200,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    jit: 'off', // short statements: compiling one takes longer than running it
    fsync: onOff(durable),
    synchronous_commit: onOff(durable),
    full_page_writes: onOff(durable),
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and details quote what people wrote; the log keeps neither.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off'
}
