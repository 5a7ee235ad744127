import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { problem } from './problem.ts'

const sampleMs = 1_000
const mostDelayMs = 1_000

/** Answers 503 at once while the event loop is a second behind, rather than everything late. */
export function refuseUnderPressure(app: FastifyInstance, isExempt: (url: string) => boolean): void {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let overloaded = false
  const timer = setInterval(() => {
    overloaded = delays.mean / 1e6 > mostDelayMs
    delays.reset()
  }, sampleMs)
  timer.unref()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!overloaded || isExempt(request.url)) return done()
    done(problem('service.unavailable', 503, { detail: 'Parley is overloaded' }, { 'retry-after': '2' }))
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
}
