import { parseArgs } from 'node:util'
import { type ConnectionAsked, connectionOptions } from '../../connection/options.ts'
import { misused } from '../../exit.ts'
import { plain } from '../../text/plain.ts'

export type Asked = ConnectionAsked & {
  /** By their ids or names. */
  suites: string[]
  /** By their ids or keys. */
  cases: string[]
  tags: string[]
  samples?: number
  /** A run that is there already, instead of a new one. */
  run?: string
  junit?: string
  report?: string
  json: boolean
  wait: boolean
  timeoutSeconds: number
}

export const usualTimeoutSeconds = 3_600
const longestTimeoutSeconds = 86_400

export const testOptions = {
  ...connectionOptions,
  suite: { type: 'string', multiple: true, default: [] as string[] },
  case: { type: 'string', multiple: true, default: [] as string[] },
  tag: { type: 'string', multiple: true, default: [] as string[] },
  samples: { type: 'string' },
  run: { type: 'string' },
  junit: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'boolean', default: false },
  'no-wait': { type: 'boolean', default: false },
  timeout: { type: 'string' },
} as const

export function readArguments(args: string[]): Asked {
  const { suite, case: cases, tag, 'no-wait': noWait, samples, timeout, ...rest } = parsed(args)
  const asked = { ...rest, suites: suite, cases, tags: tag, wait: !noWait }
  refuseContradictions(asked, samples)
  return {
    ...asked,
    ...(samples !== undefined && { samples: wholeNumber('--samples', samples, { least: 1, most: 5 }) }),
    timeoutSeconds:
      timeout === undefined
        ? usualTimeoutSeconds
        : wholeNumber('--timeout', timeout, { least: 1, most: longestTimeoutSeconds }),
  }
}

function parsed(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: testOptions, allowPositionals: true })
    const [stray] = positionals
    if (stray === undefined) return values
    throw misused(`${plain(stray)} is no option. To choose what is run: --suite, --case or --tag`)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // What follows the first sentence is about positional arguments, of which there are none here.
    throw misused(`${plain(error.message.split('. ')[0] ?? '')}. \`parley help test\` lists the options`)
  }
}

type Choice = Pick<Asked, 'suites' | 'cases' | 'tags' | 'run' | 'wait' | 'junit' | 'report'>

function refuseContradictions({ suites, cases, tags, run, wait, junit, report }: Choice, samples?: string): void {
  for (const given of [...suites, ...cases, ...tags, run, junit, report]) {
    if (given?.trim() === '')
      throw misused('An option has an empty value; a variable that it is made of may not be set')
  }
  const chooses = suites.length + cases.length + tags.length > 0 || samples !== undefined
  if (run !== undefined && chooses) {
    throw misused('--run watches a run that is there already: leave out --suite, --case, --tag and --samples')
  }
  if (run !== undefined && !wait) throw misused('--run is for watching: leave out --no-wait')
  if (!wait && (junit !== undefined || report !== undefined)) {
    throw misused('With --no-wait there is nothing to report yet: leave out --junit and --report')
  }
}

function wholeNumber(option: string, text: string, { least, most }: { least: number; most: number }): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw misused(`${option} must be a whole number from ${least} to ${most}`)
}
