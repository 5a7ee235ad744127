import { resolve } from 'node:path'
import { type CommandCall, type CommandOptions, defineCommand } from '../../command.ts'
import { type ExitCode, exitCodes } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { resolveServerProgram } from '../../program/server.ts'

const options = {
  port: { type: 'string', value: 'PORT', description: 'port of the API and the console; default: PORT, or 4000' },
  'gateway-port': {
    type: 'string',
    value: 'PORT',
    description: 'port of the messaging gateway; default: GATEWAY_PORT, or 4400',
  },
  host: { type: 'string', value: 'HOST', description: 'address to bind to; default: HOST, or 127.0.0.1' },
  data: {
    type: 'string',
    value: 'FOLDER',
    description: 'folder of the database, keys and media; default: DATA_DIR, or ./data',
  },
  roles: {
    type: 'string',
    value: 'LIST',
    description: 'what this process does, comma-separated: api, gateway, worker; default: ROLES, or all',
  },
  'no-demo': { type: 'boolean', description: 'does not create a demo agent on the first start; same as DEMO=off' },
} as const satisfies CommandOptions

export const startServerCommand = defineCommand({
  name: 'start',
  summary: 'start Parley on this machine',
  about:
    'starts Parley: database, API, console, gateway and worker in one program. It prints the address of\neach; Ctrl-C stops it. All other settings are environment variables.',
  options,
  exitDescriptions: { 0: 'stopped', 3: 'it did not start; the message says why' },
  examples: [
    ['parley start', 'everything in one program, with its data in ./data'],
    [
      'parley start --port 8080 --gateway-port 8081 --data /var/lib/parley --no-demo',
      'on other ports, without a demo agent',
    ],
  ],
  next: [
    'Open the console at the address it prints',
    'docs/configuration.md lists the settings; in another terminal, `parley agents list`',
  ],
  run: start,
})

async function start({ options: requested, io, json }: CommandCall<typeof options>): Promise<ExitCode> {
  const program = resolveServerProgram('main', io.workingDirectory)
  const settings = {
    ...(requested.port && { PORT: requested.port }),
    ...(requested['gateway-port'] && { GATEWAY_PORT: requested['gateway-port'] }),
    ...(requested.host && { HOST: requested.host }),
    ...(requested.data && { DATA_DIR: resolve(io.workingDirectory, requested.data) }),
    ...(requested.roles && { ROLES: requested.roles }),
    ...(requested['no-demo'] && { DEMO: 'off' }),
  }
  const over = new AbortController()
  if (requested.json) printWhenReady({ ...io.env, ...settings }, { io, json, signal: over.signal })
  const code = await io.runNodeProgram(program, settings, requested.json)
  over.abort()
  return code === 0 ? exitCodes.passed : exitCodes.noVerdict
}

const pollMilliseconds = 250
type ReadyMessage = Pick<CommandCall, 'io' | 'json'> & { signal: AbortSignal }

/** For scripts: prints one line with the URL as soon as the server is ready. */
async function printWhenReady(
  { PORT, GATEWAY_PORT, DATA_DIR }: Io['env'],
  { io, json, signal }: ReadyMessage,
): Promise<void> {
  const url = `http://127.0.0.1:${PORT || 4000}`
  while (!signal.aborted) {
    const answer = await io.fetch(`${url}/readyz`, { signal }).catch(() => undefined)
    if (answer?.ok) {
      const credentials = resolve(io.workingDirectory, DATA_DIR || 'data', 'credentials.json')
      return json({ url, gatewayUrl: `http://127.0.0.1:${GATEWAY_PORT || 4400}`, credentials })
    }
    await io.sleep(pollMilliseconds, signal)
  }
}
