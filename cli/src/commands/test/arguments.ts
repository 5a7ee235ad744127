import type { Options, Values } from '../../command.ts'
import { agentOptions } from '../../connection/options.ts'
import { wholeNumber } from '../../declared/values.ts'
import { misused } from '../../exit.ts'

export type Asked = {
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

const usualTimeoutSeconds = 3_600
const longestTimeoutSeconds = 86_400

const whatIsRun = 'What is run'
const whatComesOfIt = 'What comes of it'

export const testOptions = {
  suite: {
    ...{ type: 'string', multiple: true, value: 'SUITE', under: whatIsRun },
    says: 'a suite, by its id or its name; may be repeated',
  },
  case: {
    ...{ type: 'string', multiple: true, value: 'CASE', under: whatIsRun },
    says: 'a case, by its id or its key; may be repeated',
  },
  tag: {
    ...{ type: 'string', multiple: true, value: 'TAG', under: whatIsRun },
    says: 'cases with this tag; may be repeated',
  },
  samples: {
    ...{ type: 'string', value: 'N', under: whatIsRun },
    says: 'each case is played so often (1 to 5), and must pass each time',
  },
  run: {
    ...{ type: 'string', value: 'RUN', under: whatIsRun },
    says: 'starts nothing: watches this run, which is there already',
  },
  junit: {
    ...{ type: 'string', value: 'FILE', under: whatComesOfIt },
    says: 'writes the report as JUnit XML, which build servers read',
  },
  report: {
    ...{ type: 'string', value: 'FILE', under: whatComesOfIt },
    says: 'writes the report as JSON, with transcripts',
  },
  'no-wait': { type: 'boolean', under: whatComesOfIt, says: 'ends as soon as the run is started' },
  timeout: {
    ...{ type: 'string', value: 'N', under: whatComesOfIt },
    says: `waits at most N seconds (${usualTimeoutSeconds} when left out), then cancels the run`,
  },
  ...agentOptions,
} as const satisfies Options

export function readArguments(options: Values<typeof testOptions> & { json: boolean }): Asked {
  const { suite: suites, case: cases, tag: tags, run, junit, report, json, samples, timeout } = options
  const asked = { suites, cases, tags, run, junit, report, json, wait: !options['no-wait'] }
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

type Choice = Pick<Asked, 'suites' | 'cases' | 'tags' | 'run' | 'wait' | 'junit' | 'report'>

function refuseContradictions({ suites, cases, tags, run, wait, junit, report }: Choice, samples?: string): void {
  const chooses = suites.length + cases.length + tags.length > 0 || samples !== undefined
  if (run !== undefined && chooses) {
    throw misused('--run watches a run that is there already: leave out --suite, --case, --tag and --samples')
  }
  if (run !== undefined && !wait) throw misused('--run is for watching: leave out --no-wait')
  if (!wait && (junit !== undefined || report !== undefined)) {
    throw misused('With --no-wait there is nothing to report yet: leave out --junit and --report')
  }
}
