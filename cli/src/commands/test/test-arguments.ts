import type { CommandOptions, OptionValues } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { agentOptions } from '../../connection/options.ts'
import { usageError } from '../../exit.ts'

export type TestArguments = {
  /** Ids or names. */
  suites: string[]
  /** Ids or keys. */
  cases: string[]
  tags: string[]
  samples?: number
  /** The draft to play instead of live. */
  draft?: string
  /** An existing run to watch, instead of starting a new one. */
  run?: string
  junit?: string
  report?: string
  json: boolean
  wait: boolean
  timeoutSeconds: number
}

const defaultTimeoutSeconds = 3_600
const maxTimeoutSeconds = 86_400

const selectionHeading = 'Selection'
const outputHeading = 'Output'

export const testOptions = {
  suite: {
    ...{ type: 'string', multiple: true, value: 'SUITE', heading: selectionHeading },
    description: 'a suite, by id or name; may be repeated',
  },
  case: {
    ...{ type: 'string', multiple: true, value: 'CASE', heading: selectionHeading },
    description: 'a case, by id or key; may be repeated',
  },
  tag: {
    ...{ type: 'string', multiple: true, value: 'TAG', heading: selectionHeading },
    description: 'cases with this tag; may be repeated',
  },
  samples: {
    ...{ type: 'string', value: 'N', heading: selectionHeading },
    description: 'plays each case this many times (1 to 5); it must pass every time',
  },
  draft: {
    ...{ type: 'string', value: 'DRAFT', heading: selectionHeading },
    description: 'plays this draft instead of live',
  },
  run: {
    ...{ type: 'string', value: 'RUN', heading: selectionHeading },
    description: 'starts nothing: follows this existing run',
  },
  junit: {
    ...{ type: 'string', value: 'FILE', heading: outputHeading },
    description: 'writes the report as JUnit XML, for CI servers',
  },
  report: {
    ...{ type: 'string', value: 'FILE', heading: outputHeading },
    description: 'writes the report as JSON, with transcripts',
  },
  'no-wait': { type: 'boolean', heading: outputHeading, description: 'exits as soon as the run starts' },
  timeout: {
    ...{ type: 'string', value: 'N', heading: outputHeading },
    description: `waits at most N seconds (default: ${defaultTimeoutSeconds}), then cancels the run`,
  },
  ...agentOptions,
} as const satisfies CommandOptions

export function readTestArguments(options: OptionValues<typeof testOptions> & { json: boolean }): TestArguments {
  const { suite: suites, case: cases, tag: tags, run, junit, report, json, samples, timeout } = options
  const testArguments = { suites, cases, tags, run, junit, report, json, wait: !options['no-wait'] }
  rejectContradictions(testArguments, samples ?? options.draft)
  return {
    ...testArguments,
    ...(options.draft !== undefined && { draft: options.draft }),
    ...(samples !== undefined && { samples: parseWholeNumber('--samples', samples, { least: 1, most: 5 }) }),
    timeoutSeconds:
      timeout === undefined
        ? defaultTimeoutSeconds
        : parseWholeNumber('--timeout', timeout, { least: 1, most: maxTimeoutSeconds }),
  }
}

type ExclusiveChoice = Pick<TestArguments, 'suites' | 'cases' | 'tags' | 'run' | 'wait' | 'junit' | 'report'>

function rejectContradictions(
  { suites, cases, tags, run, wait, junit, report }: ExclusiveChoice,
  samples?: string,
): void {
  const chooses = suites.length + cases.length + tags.length > 0 || samples !== undefined
  if (run !== undefined && chooses) {
    throw usageError('--run follows an existing run: omit --suite, --case, --tag, --samples and --draft')
  }
  if (run !== undefined && !wait) throw usageError('--run waits for a run: omit --no-wait')
  if (!wait && (junit !== undefined || report !== undefined)) {
    throw usageError('With --no-wait there is nothing to report yet: omit --junit and --report')
  }
}
