import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useList } from '../../../api/paged-list.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'

const { connections: connectDialogTexts } = strings

/** Sends the browser to the provider, which asks for consent and redirects back here. */
function ConnectDialog({ close }: { close: () => void }) {
  const org = useOrg()
  const [provider, setProvider] = useState('google')
  const [label, setLabel] = useState('')
  const starting = useMutation({
    mutationFn: () => {
      const returnTo = `${window.location.origin}${window.location.pathname}`
      const body = { returnTo, ...(label.trim() && { label: label.trim() }) }
      return org.api.post('/connections/{provider}/_start', { path: { provider }, body })
    },
    onSuccess: ({ authorizationUrl }) => {
      if (/^https?:/.test(authorizationUrl)) window.location.assign(authorizationUrl)
    },
  })
  const refused = useFormRefusal(starting.error, ['label'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <Dialog onClose={close} title={connectDialogTexts.connectTitle}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {refused.other && <ErrorAlert error={refused.other} />}
          <Radio.Group label={connectDialogTexts.provider} value={provider} onChange={setProvider}>
            <Group mt={4}>
              {Object.entries(connectDialogTexts.providers).map(([id, name]) => (
                <Radio key={id} value={id} label={name} />
              ))}
            </Group>
          </Radio.Group>
          <TextInput
            label={connectDialogTexts.label}
            description={connectDialogTexts.labelHelp}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            error={refused.fields.label}
          />
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={starting.isPending || starting.isSuccess}>
              {connectDialogTexts.continue}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const { connections: texts } = strings
type Connection = Schema<'Connection'>
const routeId = '/orgs/$org/settings/connections'

export function ConnectionsPage() {
  const mayChange = useCan('admin')
  const [connecting, setConnecting] = useState(false)
  const connect = mayChange ? (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setConnecting(true)}>
      {texts.connect}
    </Button>
  ) : undefined
  return (
    <SettingsFrame lead={texts.lead} actions={connect}>
      <OAuthReturn />
      {!mayChange && <Text size="sm">{texts.adminsOnly}</Text>}
      <ConnectionTable connect={connect} />
      {connecting && <ConnectDialog close={() => setConnecting(false)} />}
    </SettingsFrame>
  )
}

/** Shows the provider's result after the redirect back. */
function OAuthReturn() {
  const { oauthStatus, reason } = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  if (!oauthStatus) return null
  const worked = oauthStatus === 'success'
  return (
    <Alert
      color={worked ? 'green' : 'red'}
      role="status"
      title={worked ? texts.connected : texts.failed}
      withCloseButton
      closeButtonLabel={strings.close}
      onClose={() => navigate({ search: {}, replace: true })}
    >
      {!worked && texts.reason(reason)}
    </Alert>
  )
}

function ConnectionTable({ connect }: { connect: React.ReactNode }) {
  const org = useOrg()
  const mayChange = useCan('admin')
  const { rows, error, refetch, more } = useList(org.key('connections'), (page, signal) =>
    org.api.get('/connections', { query: { limit: 100, ...page }, signal }),
  )
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const columns: DataColumn<Connection>[] = [
    { id: 'label', label: texts.label, cell: (connection) => <Account connection={connection} /> },
    { id: 'status', label: texts.status, cell: (connection) => <Status connection={connection} /> },
    { id: 'usedBy', label: texts.usedBy, wide: true, cell: (connection) => <Users connection={connection} /> },
    { id: 'used', label: texts.lastUsed, wide: true, cell: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} /> },
    ...(mayChange ? [{ id: 'acts', label: strings.actions, align: 'right', cell: disconnectCell } as const] : []),
  ]
  const empty = <EmptyState icon={IconPlugConnected} title={texts.empty} text={texts.emptyText} action={connect} />
  return (
    <DataTable label={texts.table} columns={columns} rows={rows} rowId={({ id }) => id} more={more} empty={empty} />
  )
}

const disconnectCell = (connection: Connection) => <Disconnect connection={connection} />

function Account({ connection: { label, provider, accountLabel } }: { connection: Connection }) {
  const of = [texts.providers[provider] ?? provider, ...(accountLabel ? [accountLabel] : [])]
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" className="quiet">
        {of.join(' · ')}
      </Text>
    </Stack>
  )
}

function Status({ connection: { status, lastError } }: { connection: Connection }) {
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={status} label={texts.statuses[status]} />
      {lastError && (
        <Text size="xs" className="quiet" lineClamp={2}>
          {lastError}
        </Text>
      )}
    </Stack>
  )
}

function Users({ connection: { usedBy } }: { connection: Connection }) {
  const org = useOrg()
  if (usedBy.length === 0) return <span className="quiet">{texts.noAgent}</span>
  return (
    <Group gap="xs">
      {usedBy.map(({ agentId, name }) => (
        <AnchorLink
          key={agentId}
          size="sm"
          to="/orgs/$org/agents/$agent/setup"
          params={{ org: org.id, agent: agentId }}
        >
          {name}
        </AnchorLink>
      ))}
    </Group>
  )
}

function Disconnect({ connection: { id, label, usedBy } }: { connection: Connection }) {
  const org = useOrg()
  const queries = useQueryClient()
  const act = async () => {
    const text = texts.disconnectText(usedBy.map(({ name }) => name))
    if (!(await askConfirmation({ title: texts.disconnectTitle(label), text, ok: texts.disconnect, danger: true })))
      return
    try {
      await org.api.delete('/connections/{connectionId}', { path: { connectionId: id } })
      notify.success(texts.disconnected(label))
    } catch (error) {
      notify.error(error)
    }
    await queries.invalidateQueries({ queryKey: org.key('connections') })
  }
  return (
    <Button size="xs" variant="default" onClick={act} aria-label={texts.disconnectTitle(label)}>
      {texts.disconnect}
    </Button>
  )
}
