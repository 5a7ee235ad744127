import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connections, type DeliverMessages, deliverMessages } from './deliver-messages.ts'
import { callRate } from './gateway.ts'
import { endProcess, killOnExit, ready, type Server, startProgram } from './servers.ts'

/** Runs Kannel between the same calls and the same provider; returns undefined where Kannel is not installed. */
export async function withKannel<T>(act: (carry: DeliverMessages) => Promise<T>): Promise<T | undefined> {
  if (!isInstalled()) {
    console.log('Kannel (bearerbox, smsbox) is not installed: measuring without it')
    return undefined
  }
  const sink = await startProgram('sms-sink.ts')
  const kannel = await startKannel(sink)
  try {
    const send = (amount: number) => sendSms(kannel, amount)
    return await act((amount) => deliverMessages(sink, amount, { send }))
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
  const ports = { admin: await freePort(), boxes: await freePort(), sendsms: await freePort() }
  writeFileSync(file, configuration(sink, folder, ports))
  const box = (name: string) => killOnExit(spawn(name, ['-v', '4', file], { env, stdio: 'ignore' }))
  const bearerbox = box('bearerbox')
  await ready(`http://127.0.0.1:${ports.admin}/status.txt`, bearerbox)
  const smsbox = box('smsbox')
  const origin = `http://127.0.0.1:${ports.sendsms}`
  // No other path answers 200. This message counts as one of the warm-up messages.
  await ready(`${origin}${smsTo(0)}`, smsbox)
  const stop = async () => {
    await endProcess(smsbox, 'SIGKILL')
    await endProcess(bearerbox, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, stop }
}

type Ports = { admin: number; boxes: number; sendsms: number }

/** As many concurrent calls to the provider as the sender makes; Kannel stores everything it accepts in a file. */
function configuration(sink: Server, folder: string, { admin, boxes, sendsms }: Ports): string {
  return `
group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = ${password}
status-password = ""
smsbox-port = ${boxes}
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
bearerbox-port = ${boxes}
sendsms-port = ${sendsms}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = bench
password = ${password}
`
}

function smsTo(nth: number): string {
  const to = `1202${1_000_000 + (nth % 2_000)}`
  return `/cgi-bin/sendsms?username=bench&password=${password}&from=12025550100&to=${to}&text=Message+${nth}`
}

function sendSms({ origin }: Server, amount: number): Promise<number> {
  let sent = 0
  const setupRequest = (request: object) => ({ ...request, path: smsTo(++sent) })
  return callRate({ url: origin, requests: [{ setupRequest }], connections, amount })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
