import type { Benchmark } from './benchmark.ts'
import { type DeliverMessages, type DeliveryRates, withParleyAndSink } from './deliver-messages.ts'
import { withKannel } from './kannel.ts'

const amount = Number(process.env.BENCH_AMOUNT ?? 20_000)
const warmUpAmount = 3_000
const rounds = 3
const unit = 'messages/s'

/** Messages accepted, rendered, dispatched to a provider, and reported as delivered, all by one process. */
export async function benchDelivery(url: string): Promise<Benchmark[]> {
  return withParleyAndSink(url, async (deliver) => {
    await deliver(warmUpAmount)
    return (
      (await withKannel((kannel) => measureInTurns(deliver, kannel))) ??
      buildResultsWithoutKannel(await deliver(amount))
    )
  })
}

function buildResultsWithoutKannel({ accepted, delivered }: DeliveryRates): Benchmark[] {
  return [{ name: 'accepted and dispatched, compared with accepted', ours: delivered, ceiling: accepted, unit }]
}

/** Alternates, so that other load on the machine affects both sides, and reports the round with the median ratio. */
async function measureInTurns(deliver: DeliverMessages, kannel: DeliverMessages): Promise<Benchmark[]> {
  await kannel(warmUpAmount)
  const results: { ours: DeliveryRates; theirs: DeliveryRates }[] = []
  for (let round = 0; round < rounds; round++)
    results.push({ ours: await deliver(amount), theirs: await kannel(amount) })
  const computeRatio = ({ ours, theirs }: (typeof results)[number]) => ours.delivered / theirs.delivered
  results.sort((first, second) => computeRatio(first) - computeRatio(second))
  const { ours, theirs } = results[(rounds - 1) / 2] as (typeof results)[number]
  const ceiling = theirs.delivered
  return [
    { name: 'accepted, compared with Kannel', ours: ours.accepted, ceiling: theirs.accepted, unit },
    { name: 'accepted and dispatched, compared with Kannel', ours: ours.delivered, ceiling, unit },
    { name: 'dispatched and reported, compared with dispatch by Kannel', ours: ours.reported, ceiling, unit },
  ]
}
