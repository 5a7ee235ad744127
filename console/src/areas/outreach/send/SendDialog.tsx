import { words } from '#words/outreach.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import type { Outreach } from '../shared/configuration.ts'
import { SendForm } from './SendForm.tsx'

export function SendDialog({ outreach, onClose }: { outreach: Outreach; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={words.send.title(outreach.name)} size="xl">
      <SendForm outreach={outreach} onClose={onClose} />
    </Dialog>
  )
}
