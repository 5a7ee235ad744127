/** What a browser says of where a form was sent from. */
export type FormOrigin = { site?: string; origin?: string; host?: string }

/**
 * Whether a page of somebody else has sent the form, which would make their visitors enter numbers. There is no session
 * that it could misuse, and so whoever says nothing, as no browser does, is let through.
 */
export function isCrossSite({ site, origin, host }: FormOrigin, publicUrl: string): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined) return false
  const from = URL.parse(origin)
  return from === null || (from.host !== host && from.origin !== URL.parse(publicUrl)?.origin)
}
