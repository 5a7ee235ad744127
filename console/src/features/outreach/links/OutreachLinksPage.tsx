import { Button, Center, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconDownload, IconPlus, IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { useRef, useState } from 'react'
import { channelNames } from '#i18n/channel-names.ts'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { Timestamp, useNow } from '../../../components/Timestamp.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { PersonaPicker } from '../shared/PersonaPicker.tsx'
import { type LinkAction, LinkMenu } from './LinkMenu.tsx'
import { type OutreachLink, outreachLinkStateOf } from './link-state.ts'
import { NewOutreachLinkDialog } from './NewOutreachLinkDialog.tsx'
import { useLinkBindings, useLinks } from './useLinks.ts'

const { links: tryLinkTexts } = strings

/** Tries the link with a persona, as a tester would. */
function TryLink({ link: { id, label }, onClose }: { link: OutreachLink; onClose: () => void }) {
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
    <Dialog onClose={onClose} title={tryLinkTexts.tryTitle(label || tryLinkTexts.unlabeled)}>
      <Stack>
        <Text size="sm">{tryLinkTexts.tryText}</Text>
        {trying.error && <RefusalSummary error={trying.error} />}
        <PersonaPicker value={personaId} onChange={setPersona} />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button disabled={!personaId} loading={trying.isPending} onClick={() => trying.mutate()}>
            {tryLinkTexts.try}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}

const { links: qrDialogTexts } = strings
/** Large enough for print. */
const pixels = 1024
const code = { level: 'M', marginSize: 4 } as const

/** The URL of a link as a QR code, to scan or download. */
function QrDialog({ link: { url, label }, onClose }: { link: OutreachLink; onClose: () => void }) {
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const name = label || qrDialogTexts.unlabeled
  const saveSvg = () => {
    if (svg.current) {
      const drawn = new XMLSerializer().serializeToString(svg.current)
      saveFile(new Blob([drawn], { type: 'image/svg+xml' }), `${qrDialogTexts.file}.svg`)
    }
  }
  const savePng = () => canvas.current?.toBlob((blob) => blob && saveFile(blob, `${qrDialogTexts.file}.png`))
  return (
    <Dialog onClose={onClose} title={qrDialogTexts.qrTitle(name)}>
      <Stack>
        <Center>
          <Paper p="xs" bg="white" withBorder>
            <QRCodeSVG ref={svg} value={url} size={260} title={qrDialogTexts.qrLabel(url)} {...code} />
          </Paper>
        </Center>
        <QRCodeCanvas ref={canvas} value={url} size={pixels} style={{ display: 'none' }} aria-hidden {...code} />
        <CopyField label={qrDialogTexts.address} value={url} />
        <FormActions>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={saveSvg}>
            {qrDialogTexts.svg}
          </Button>
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={savePng}>
            {qrDialogTexts.png}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}

const { links: texts } = strings

export function OutreachLinksPage() {
  const links = useLinks()
  const bindings = useLinkBindings()
  const [making, setMaking] = useState(false)
  const [doing, setDoing] = useState<{ verb: LinkAction; link: OutreachLink }>()
  const add = useCreateLink(() => setMaking(true))
  const columns = useColumns((verb, link) => setDoing({ verb, link }))
  if (links.error) return <ErrorAlert error={links.error} retry={links.refetch} />
  return (
    <OutreachFrame actions={links.data?.length ? add : undefined}>
      <Stack>
        <Text className="quiet">{texts.lead}</Text>
        <DataTable
          label={texts.table}
          columns={columns}
          rows={links.data}
          rowId={({ id }) => id}
          empty={<EmptyState icon={IconQrcode} title={texts.emptyTitle} text={texts.emptyText} action={add} />}
        />
      </Stack>
      {making && <NewOutreachLinkDialog bindings={bindings.data ?? []} onClose={() => setMaking(false)} />}
      {doing?.verb === 'qr' && <QrDialog link={doing.link} onClose={() => setDoing(undefined)} />}
      {doing?.verb === 'try' && <TryLink link={doing.link} onClose={() => setDoing(undefined)} />}
    </OutreachFrame>
  )
}

/** Button that creates a link; without a channel for links, a link to the channel setup instead. */
function useCreateLink(onAdd: () => void) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const bindings = useLinkBindings()
  if (!can || bindings.data === undefined) return undefined
  if (bindings.data.length > 0) {
    return (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {texts.new}
      </Button>
    )
  }
  return (
    <Stack gap="xs" align="center">
      <Text size="sm">{texts.noChannel}</Text>
      <ButtonLink to="/orgs/$org/agents/$agent/channels" params={routeIds}>
        {texts.toChannels}
      </ButtonLink>
    </Stack>
  )
}

function useColumns(onVerb: (verb: LinkAction, link: OutreachLink) => void): DataColumn<OutreachLink>[] {
  const now = useNow()
  return [
    {
      id: 'label',
      label: texts.label,
      cell: ({ label }) => label || <span className="quiet">{texts.unlabeled}</span>,
    },
    {
      id: 'state',
      label: texts.state,
      cell: (link) => {
        const state = outreachLinkStateOf(link, now)
        return <StatusBadge status={state} label={texts.states[state]} />
      },
    },
    {
      id: 'channels',
      label: texts.channels,
      cell: ({ channels = ['rcs'] }) => channels.map((channel) => channelNames[channel]).join(', '),
      wide: true,
    },
    { id: 'uses', label: texts.uses, cell: (link) => <LinkUses link={link} />, wide: true },
    { id: 'expires', label: texts.expires, cell: ({ expiresAt }) => <Timestamp at={expiresAt} />, wide: true },
    { id: 'actions', label: texts.share, cell: (link) => <LinkMenu link={link} onVerb={onVerb} />, align: 'right' },
  ]
}

function LinkUses({ link: { maxUses, redemptionCount } }: { link: OutreachLink }) {
  const label = texts.used(redemptionCount, maxUses)
  return (
    <Stack gap={2} w={140}>
      <Text size="sm">{label}</Text>
      <Progress value={(redemptionCount / maxUses) * 100} size="sm" aria-label={label} />
    </Stack>
  )
}
