import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connections, type DeliverMessages, deliverMessages } from './deliver-messages.ts'
import { measureCallRate } from './gateway.ts'
import { killOnExit, type Server, startProgram, stopProcess, waitUntilReady } from './servers.ts'

/** Runs Kannel between the same calls and the same provider; returns undefined where Kannel is not installed. */
export async function withKannel<T>(run: (deliver: DeliverMessages) => Promise<T>): Promise<T | undefined> {
  if (!isInstalled()) {
    console.log('Kannel (bearerbox, smsbox) is not installed: measuring without it')
    return undefined
  }
  const sink = await startProgram('sms-sink.ts')
  const kannel = await startKannel(sink)
  try {
    const send = (amount: number) => sendSms(kannel, amount)
    return await run((amount) => deliverMessages(sink, amount, { send }))
  } finally {
    await kannel.stop()
    await sink.stop()
  }
}

// Debian installs the binaries in root's path.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

function isInstalled(): boolean {
  return ['bearerbox', 'smsbox'].every((box) => spawnSync(box, ['--version'], { env, stdio: 'ignore' }).status === 0)
}

const password = 'bench'

async function startKannel(sink: Server): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-kannel-'))
  const file = join(folder, 'kannel.conf')
  const ports = { admin: await findFreePort(), smsbox: await findFreePort(), sendsms: await findFreePort() }
  writeFileSync(file, buildConfiguration(sink, folder, ports))
  const startBox = (name: string) => killOnExit(spawn(name, ['-v', '4', file], { env, stdio: 'ignore' }))
  const bearerbox = startBox('bearerbox')
  await waitUntilReady(`http://127.0.0.1:${ports.admin}/status.txt`, bearerbox)
  const smsbox = startBox('smsbox')
  const origin = `http://127.0.0.1:${ports.sendsms}`
  // No other path returns 200. This message counts as one of the warm-up messages.
  await waitUntilReady(`${origin}${buildSmsPath(0)}`, smsbox)
  const stop = async () => {
    await stopProcess(smsbox, 'SIGKILL')
    await stopProcess(bearerbox, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, stop }
}

type Ports = { admin: number; smsbox: number; sendsms: number }

/** As many concurrent calls to the provider as the sender makes; Kannel stores everything it accepts in a file. */
function buildConfiguration(sink: Server, folder: string, { admin, smsbox, sendsms }: Ports): string {
  return `
group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = ${password}
status-password = ""
smsbox-port = ${smsbox}
smsbox-interface = 127.0.0.1
store-type = file
store-location = "${folder}/store"

group = smsc
smsc = http
system-type = generic
send-url = "${sink.origin}/send?id=%I&to=%p&text=%b"
port = 0
max-pending-submits = ${connections}
status-success-regex = "^"

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${smsbox}
sendsms-port = ${sendsms}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = bench
password = ${password}
`
}

function buildSmsPath(index: number): string {
  const to = `1202${1_000_000 + (index % 2_000)}`
  return `/cgi-bin/sendsms?username=bench&password=${password}&from=12025550100&to=${to}&text=Message+${index}`
}

function sendSms({ origin }: Server, amount: number): Promise<number> {
  let sent = 0
  const setupRequest = (request: object) => ({ ...request, path: buildSmsPath(++sent) })
  return measureCallRate({ url: origin, requests: [{ setupRequest }], connections, amount })
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
