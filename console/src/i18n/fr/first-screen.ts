import type { FirstScreenTexts } from '../all-texts.ts'
import { strings as app } from './app.ts'
import { channelNames } from './channel-names.ts'
import { strings as handset } from './handset.ts'
import { strings as home } from './home.ts'
import { strings as palette } from './palette.ts'
import { roleNames } from './role-names.ts'
import { strings as session } from './session.ts'
import { strings as usage } from './usage.ts'

export const translations: FirstScreenTexts = {
  app,
  'channel-names': channelNames,
  handset,
  home,
  palette,
  'role-names': roleNames,
  session,
  usage,
}
