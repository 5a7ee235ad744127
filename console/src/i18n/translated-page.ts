import { language } from './language.ts'

/** The texts of the other pages, one file for each language, so that the first screen does not wait for them. */
const loaders = {
  de: () => import('./de/pages.ts'),
  es: () => import('./es/pages.ts'),
  fr: () => import('./fr/pages.ts'),
}

const loaded: Record<string, object> | undefined =
  language === 'en' ? undefined : (await loaders[language]().catch(() => undefined))?.translations

/** As `translated`, for texts that the first screen does not show. */
export const translatedPage = <T extends object>(name: string, english: T): T => (loaded?.[name] ?? english) as T
