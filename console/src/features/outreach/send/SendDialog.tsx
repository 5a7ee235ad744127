import { strings } from '#i18n/outreach.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import type { Outreach } from '../shared/outreach-config.ts'
import { SendForm } from './SendForm.tsx'

export function SendDialog({ outreach, onClose }: { outreach: Outreach; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={strings.send.title(outreach.name)} size="xl">
      <SendForm outreach={outreach} onClose={onClose} />
    </Dialog>
  )
}
