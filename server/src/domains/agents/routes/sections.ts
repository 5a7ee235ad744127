import { itemRoutes } from './item.ts'
import { readSectionRoute, writeSectionRoute } from './section.ts'

/** Route builders for definition sections, for the domains that own those sections. */
export const sectionRoutes = { itemRoutes, readSectionRoute, writeSectionRoute }
