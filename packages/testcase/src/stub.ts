import { boundedText } from '@parley/findings'
import { z } from 'zod'

/** The stub of an integration or a tool that fails: what the provider reports instead of an answer. */
export const FailingStub = z.strictObject({
  fail: z.strictObject({
    status: z.int().min(100).max(599).optional(),
    message: boundedText({ min: 1, max: 2000 }).optional(),
  }),
})

/** One answer or failure for each call in order; the last one is for all later calls. */
export const OrderedStub = z.strictObject({ inOrder: z.array(z.unknown()).min(1).max(50) })

/** What a stub answers to the next call, and the stub that is left for the calls after it. */
export function takeFromStub(stub: unknown): { answer: unknown; rest: unknown } {
  const { data } = OrderedStub.safeParse(stub)
  if (!data) return { answer: stub, rest: stub }
  const [answer, ...later] = data.inOrder
  return { answer, rest: later.length > 0 ? { inOrder: later } : stub }
}

export const listAnswersOfStub = (stub: unknown): unknown[] => OrderedStub.safeParse(stub).data?.inOrder ?? [stub]
