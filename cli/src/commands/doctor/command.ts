import { defineCommand } from '../../command.ts'
import { agentOptions, connectionHeading } from '../../connection/options.ts'
import { resolveSettings } from '../../connection/settings.ts'
import { exitCodes } from '../../exit.ts'
import { runDoctorChecks } from './doctor-checks.ts'

const marks = { ok: ['green', 'ok  '], doubtful: ['yellow', 'hm  '], wrong: ['red', 'FAIL'] } as const

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'diagnose the connection between this machine and Parley',
  about:
    'checks what commands need: is Parley reachable and healthy, which version is it, do the clocks agree,\nwhat does the key allow, which model answers, is the messaging gateway reachable.',
  options: {
    ...agentOptions,
    gateway: {
      ...{ type: 'string', value: 'URL', heading: connectionHeading },
      description:
        'URL of the gateway; default: PARLEY_GATEWAY_URL, else the\nsaved URL, else port 4400 of this machine',
    },
  },
  exitDescriptions: { 0: 'no problems', 1: 'at least one problem' },
  examples: [
    ['parley doctor', 'the server that commands use on this machine'],
    ['parley doctor --url https://parley.example.com', 'another Parley server'],
  ],
  next: ['docs/operations.md describes what to monitor on the server itself'],
  async run({ options, io, print, paint, json }) {
    const settings = resolveSettings(options, io)
    if (settings.key) io.addSecret(settings.key)
    const gatewayUrl = options.gateway ?? io.env.PARLEY_GATEWAY_URL ?? settings.gatewayUrl
    const checks = await runDoctorChecks({ ...settings, gatewayUrl }, io)
    for (const { name, state, says } of checks) {
      const [color, word] = marks[state]
      print(`${paint(color, word)}  ${name.padEnd(8)}  ${says}`)
    }
    const exit = checks.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.passed
    json({ exitCode: exit, checks })
    return exit
  },
})
