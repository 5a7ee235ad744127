import { defineCommand } from '../../command.ts'
import { agentOptions, connectionHeading } from '../../connection/options.ts'
import { resolveSettings } from '../../connection/settings.ts'
import { exitCodes } from '../../exit.ts'
import { runDoctorChecks } from './doctor-checks.ts'

const marks = { ok: ['green', 'ok  '], doubtful: ['yellow', 'hm  '], wrong: ['red', 'FAIL'] } as const

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'look for what is wrong between here and Parley',
  about:
    'looks at what commands need: is Parley there and well, which version, do the clocks agree,\nwhat may the key do, is the messaging gateway there.',
  options: {
    ...agentOptions,
    gateway: {
      ...{ type: 'string', value: 'URL', heading: connectionHeading },
      description: 'where the gateway is; PARLEY_GATEWAY_URL, else what is kept,\nelse port 4400 of this machine',
    },
  },
  exitDescriptions: { 0: 'nothing is wrong', 1: 'something is' },
  examples: [
    ['parley doctor', 'whomever commands talk to from here'],
    ['parley doctor --url https://parley.example.com', 'another Parley'],
  ],
  next: ['docs/operations.md tells what to watch on the server itself'],
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
