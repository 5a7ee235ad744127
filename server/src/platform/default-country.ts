import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The country in which a request's phone numbers without a country code are read. It applies to every schema of the
 * request, which are built once for all agents and so cannot take it as an argument.
 */
const countries = new AsyncLocalStorage<string>()

export function runWithDefaultCountry<T>(country: string | undefined, act: () => T): T {
  return country === undefined ? act() : countries.run(country, act)
}

/** Undefined where neither the agent nor its org names a country. */
export const currentDefaultCountry = (): string | undefined => countries.getStore()
