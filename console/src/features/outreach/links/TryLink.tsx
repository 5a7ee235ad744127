import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { notify } from '../../../components/notify.tsx'
import { PersonaPicker } from '../shared/PersonaPicker.tsx'
import type { OutreachLink } from './link-state.ts'

const { links: tryLinkTexts } = strings

/** As a tester would use the link, with a persona. */
export function TryLink({ link: { id, label }, onClose }: { link: OutreachLink; onClose: () => void }) {
  const agent = useAgent()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const [personaId, setPersona] = useState<string>()
  const trying = useMutation({
    mutationFn: () =>
      agent.api.post('/outreach-links/{linkId}/redeem', {
        path: { linkId: id },
        body: { personaId: personaId ?? '' },
      }),
    onSuccess: () => {
      notify.success(tryLinkTexts.tried)
      void navigate({ to: '/orgs/$org/agents/$agent/emulator', params: routeIds })
    },
  })
  return (
    <Dialog onClose={onClose} title={tryLinkTexts.tryTitle(label || tryLinkTexts.unlabelled)}>
      <Stack>
        <Text size="sm">{tryLinkTexts.tryText}</Text>
        {trying.error && <RefusalSummary error={trying.error} />}
        <PersonaPicker value={personaId} onChange={setPersona} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button disabled={!personaId} loading={trying.isPending} onClick={() => trying.mutate()}>
            {tryLinkTexts.try}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
