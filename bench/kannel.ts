import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../server/src/testing/free-port.ts'
import { connections, deliverMessages, type MessageCarrier, setCallback, singleReporting } from './deliver-messages.ts'
import { measureCallRate } from './gateway.ts'
import { buildConfiguration, createReceiptTable, type KannelPorts, password } from './kannel-configuration.ts'
import { killOnExit, type Server, startProgram, stopProcess, waitUntilReady } from './servers.ts'

// Debian installs the binaries in root's path.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Returns why Kannel cannot run here, or undefined if it can. */
export function findKannelProblem({ receipts }: { receipts: boolean }): string | undefined {
  for (const box of ['bearerbox', 'smsbox']) {
    const { status, stdout, stderr } = spawnSync(box, ['--version'], { env, encoding: 'utf8' })
    if (status !== 0) return `Kannel's ${box} is not installed`
    if (receipts && !`${stdout}${stderr}`.includes('PostgreSQL')) return `Kannel's ${box} was built without PostgreSQL`
  }
  return undefined
}

/**
 * Runs Kannel between the same callers and the same provider. It keeps messages in a file that it never forces to the
 * disk. With `receiptsUrl`, it tracks receipts in that database, which the provider sends one by one.
 */
export async function withKannel<T>(
  { receiptsUrl }: { receiptsUrl?: string },
  run: (kannel: MessageCarrier) => Promise<T>,
): Promise<T> {
  const sink = await startProgram('sms-sink.ts')
  const kannel = await startKannel(sink, receiptsUrl)
  try {
    const reports = receiptsUrl !== undefined
    const buildPath = (index: number) => buildSmsPath(index, reports ? `${sink.origin}/received` : undefined)
    const send = (amount: number) => sendSms(kannel, amount, buildPath)
    return await run({
      deliver: (amount) => deliverMessages(sink, amount, { send, reports, mayLoseReceipts: true }),
      pids: kannel.pids,
    })
  } finally {
    await kannel.stop()
    await sink.stop()
  }
}

async function startKannel(sink: Server, receiptsUrl?: string): Promise<Server & { pids: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-kannel-'))
  const file = join(folder, 'kannel.conf')
  const ports: KannelPorts = {
    admin: await findFreePort(),
    smsbox: await findFreePort(),
    sendsms: await findFreePort(),
    smsc: receiptsUrl ? await findFreePort() : 0,
  }
  if (receiptsUrl) await createReceiptTable(receiptsUrl)
  writeFileSync(file, buildConfiguration({ sink, folder, ports, connections, receiptsUrl }))
  const startBox = (name: string) => killOnExit(spawn(name, ['-v', '4', file], { env, stdio: 'ignore' }))
  const bearerbox = startBox('bearerbox')
  await waitUntilReady(`http://127.0.0.1:${ports.admin}/status.txt`, bearerbox)
  const smsbox = startBox('smsbox')
  const origin = `http://127.0.0.1:${ports.sendsms}`
  // No other path returns 200. This message counts as one of the warm-up messages.
  await waitUntilReady(`${origin}${buildSmsPath(0)}`, smsbox)
  if (receiptsUrl) {
    const credentials = `username=bench&password=${password}`
    const callback = `http://127.0.0.1:${ports.smsc}/?${credentials}&from=12025550100&to=12021000001`
    await setCallback(sink, callback, { ...singleReporting, form: 'kannel' })
  }
  const stop = async () => {
    await stopProcess(smsbox, 'SIGKILL')
    await stopProcess(bearerbox, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, stop, pids: [bearerbox, smsbox].map(({ pid }) => pid as number) }
}

const delivered = 1
const failed = 2

function buildSmsPath(index: number, reportTo?: string): string {
  const to = `1202${1_000_000 + (index % 2_000)}`
  const path = `/cgi-bin/sendsms?username=bench&password=${password}&from=12025550100&to=${to}&text=Message+${index}`
  return reportTo ? `${path}&dlr-mask=${delivered | failed}&dlr-url=${encodeURIComponent(reportTo)}` : path
}

function sendSms({ origin }: Server, amount: number, buildPath: (index: number) => string): Promise<number> {
  let sent = 0
  const setupRequest = (request: object) => ({ ...request, path: buildPath(++sent) })
  return measureCallRate({ url: origin, requests: [{ setupRequest }], connections, amount })
}
