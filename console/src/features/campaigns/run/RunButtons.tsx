import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { strings } from '#i18n/campaigns.ts'
import { useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import type { Campaign } from '../campaign.ts'
import { useCampaignCommand } from '../useCampaign.ts'

const { live } = strings

/** Pausing takes one click; only irreversible actions ask for confirmation. */
export function RunButtons({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const can = useCan('editor')
  const pausing = useCampaignCommand(id, 'pause', live.paused)
  const resuming = useCampaignCommand(id, 'resume', live.resumed)
  const cancelling = useCampaignCommand(id, 'cancel', live.cancelled)
  if (!can || (status !== 'running' && status !== 'paused')) return null
  const cancel = async () => {
    const question = { title: live.cancelTitle(name), text: live.cancelText, ok: live.cancel, danger: true }
    if (await askConfirmation(question)) cancelling.mutate()
  }
  return (
    <>
      {status === 'running' ? (
        <Button
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          onClick={() => pausing.mutate()}
          loading={pausing.isPending}
        >
          {live.pause}
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => resuming.mutate()}
          loading={resuming.isPending}
        >
          {live.resume}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={cancel}
        loading={cancelling.isPending}
      >
        {live.cancel}
      </Button>
    </>
  )
}
