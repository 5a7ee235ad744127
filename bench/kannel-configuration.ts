import pg from 'pg'
import type { Server } from './servers.ts'

export const password = 'bench'
export type KannelPorts = { admin: number; smsbox: number; sendsms: number; smsc: number }
type KannelOptions = { sink: Server; folder: string; ports: KannelPorts; connections: number; receiptsUrl?: string }

/** As many concurrent calls to the provider as the sender makes. */
export function buildConfiguration({ sink, folder, ports, connections, receiptsUrl }: KannelOptions): string {
  return `
group = core
admin-port = ${ports.admin}
admin-interface = 127.0.0.1
admin-password = ${password}
status-password = ""
smsbox-port = ${ports.smsbox}
smsbox-interface = 127.0.0.1
store-type = file
store-location = "${folder}/store"
${receiptsUrl ? 'dlr-storage = pgsql' : ''}

group = smsc
smsc = http
smsc-id = sink
system-type = generic
smsc-username = bench
smsc-password = ${password}
send-url = "${sink.origin}/send?id=%I&to=%p&text=%b"
port = ${ports.smsc}
connect-allow-ip = 127.0.0.1
max-pending-submits = ${connections}
status-success-regex = "^"

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${ports.smsbox}
sendsms-port = ${ports.sendsms}
sendsms-interface = 127.0.0.1
max-pending-requests = 1024

group = sendsms-user
username = bench
password = ${password}
${receiptsUrl ? buildReceiptStorage(new URL(receiptsUrl)) : ''}`
}

const table = 'kannel_receipts'
const columns = {
  smsc: 'smsc',
  timestamp: 'ts',
  destination: 'destination',
  source: 'source',
  service: 'service',
  url: 'url',
  mask: 'mask',
  status: 'status',
  'boxc-id': 'boxc',
}

function buildReceiptStorage(url: URL): string {
  return `
group = pgsql-connection
id = receipts
host = ${url.searchParams.get('host') ?? url.hostname}
port = ${url.port || 5432}
username = ${decodeURIComponent(url.username)}
password = ${decodeURIComponent(url.password)}
database = ${url.pathname.slice(1)}
max-connections = 8

group = dlr-db
id = receipts
table = ${table}
${Object.entries(columns)
  .map(([field, column]) => `field-${field} = ${column}`)
  .join('\n')}
`
}

/** Kannel looks receipts up by these two columns. */
export async function createReceiptTable(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `create table ${table} (${Object.values(columns)
      .map((column) => `${column} text`)
      .join(', ')})`,
  )
  await client.query(`create index on ${table} (smsc, ts)`)
  await client.end()
}
