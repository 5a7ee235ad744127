export type CallCost = { amount: number; currency: string }

/** Costs are stored in billionths. */
export const roundCost = (amount: number): number => Math.round(amount * 1e9) / 1e9

/** Sums costs, one amount for each currency. */
export function sumCosts(costs: readonly (CallCost | undefined)[]): CallCost[] {
  const byCurrency = Map.groupBy(
    costs.filter((cost) => cost !== undefined),
    ({ currency }) => currency,
  )
  return [...byCurrency].map(([currency, all]) => ({
    amount: roundCost(all.reduce((sum, { amount }) => sum + amount, 0)),
    currency,
  }))
}
