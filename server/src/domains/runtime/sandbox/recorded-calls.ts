import { stableStringify } from '../../../platform/json.ts'
import type { ActionResult, AppointmentSummary, OfferedTimes } from '../deps.ts'

/** A tool call of a real conversation with its result, under the name that test stubs use. */
export type RecordedAnswer = { name: string; given?: unknown; ok: boolean; result?: unknown }

/** Answers tool calls from the record of a real conversation. Undefined if the record has no such call. */
export type RecordedAnswers = {
  /** The result of a call to a service: with the same parameters if there is one, else of the same tool. */
  answer(name: string, given: unknown): ActionResult<unknown> | undefined
  offeredTimes(): ActionResult<OfferedTimes> | undefined
  /** A change of an appointment, if the record has one to the same time. */
  appointment(name: string, startUtc?: Date): ActionResult<AppointmentSummary> | undefined
}

type Result = Record<string, unknown>

/** `calls` are in the order of preference. Each answers once, and again only when all others of its tool have. */
export function createRecordedAnswers(calls: readonly RecordedAnswer[] = []): RecordedAnswers {
  const left = [...calls]

  function take(name: string, fits: (call: RecordedAnswer) => boolean = () => true): RecordedAnswer | undefined {
    const unused = left.findIndex((call) => call.name === name && fits(call))
    if (unused >= 0) return left.splice(unused, 1)[0]
    return calls.findLast((call) => call.name === name && fits(call))
  }

  return {
    answer(name, given) {
      const wanted = stableStringify(given ?? {})
      const call = take(name, (one) => stableStringify(one.given ?? {}) === wanted) ?? take(name)
      return call && toActionResult(call, (result) => ('answer' in result ? result.answer : result))
    },
    offeredTimes() {
      const call = take('scheduling.offerTimes')
      return call && toActionResult(call, toOfferedTimes)
    },
    appointment(name, startUtc) {
      const isSame = ({ given }: RecordedAnswer) =>
        startUtc === undefined || Date.parse(String((given as Result | undefined)?.startUtc)) === startUtc.getTime()
      const call = take(name, isSame)
      return call && toActionResult(call, toAppointmentSummary)
    },
  }
}

function toActionResult<T>({ ok, result }: RecordedAnswer, read: (result: Result) => T): ActionResult<T> {
  const stored = (result ?? {}) as Result
  if (ok) return { ok: true, value: read(stored) }
  return { ok: false, reason: String(stored.error ?? 'The service answered with an error.') }
}

function toOfferedTimes({ times, timezone }: Result): OfferedTimes {
  const offered = Array.isArray(times) ? (times as { startUtc: string }[]) : []
  return {
    times: offered.map(({ startUtc }) => ({ startUtc, endUtc: startUtc, durationMinutes: 30, representativeIds: [] })),
    timezone: String(timezone ?? 'UTC'),
  }
}

function toAppointmentSummary({ appointmentId, startUtc, timezone, durationMinutes, ...more }: Result) {
  return {
    id: String(appointmentId),
    startUtc: String(startUtc),
    timezone: String(timezone ?? 'UTC'),
    durationMinutes: Number(durationMinutes ?? 0),
    ...(typeof more.with === 'string' && { representativeName: more.with }),
    ...(typeof more.at === 'string' && { locationName: more.at }),
  }
}
