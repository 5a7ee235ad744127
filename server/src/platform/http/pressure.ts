import type { FastifyInstance } from 'fastify'
import { problem } from './problem.ts'

const defaultThresholds = { everyMs: 100, mostDelayMs: 1_000 }
const consecutiveDelays = 3

/**
 * Responds with 503 at once while the event loop lags, instead of answering everything late. One long pause is not an
 * overload (the machine slept, or garbage was collected): a timer must be late several times in a row. Monitoring
 * begins when the server listens, because before that there is no load to reject.
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
