import type { FastifyInstance } from 'fastify'
import { problem } from './problem.ts'

const defaultThresholds = { everyMs: 100, mostDelayMs: 1_000 }
const consecutiveDelays = 3

/**
 * Answers 503 at once while the event loop is behind, rather than everything late. One long pause is no overload (the
 * machine slept, memory was collected): a timer must come late several times in a row. Only a server that listens has a
 * crowd to refuse, so the watch begins there.
 */
export function rejectUnderPressure(
  app: FastifyInstance,
  isExempt: (url: string) => boolean,
  { everyMs, mostDelayMs } = defaultThresholds,
): void {
  let late = 0
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    let due = performance.now() + everyMs
    timer = setInterval(() => {
      const now = performance.now()
      late = now - due > mostDelayMs ? late + 1 : 0
      due = now + everyMs
    }, everyMs)
    timer.unref()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (late < consecutiveDelays || isExempt(request.url)) return done()
    done(problem('service.unavailable', 503, { detail: 'Parley is overloaded' }, { 'retry-after': '2' }))
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
