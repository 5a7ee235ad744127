import { Checkbox, MultiSelect, Radio, Stack, Text } from '@mantine/core'
import { limitableRoles, roles } from '@parley/definition/vocabulary'
import { strings } from '#i18n/admin.ts'
import { type OrgRole, useOrg } from '../../../app/current-org.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'

const { members: texts } = strings

/** `agentIds` is null for all agents. */
export type AccessChoice = { role: OrgRole; agentIds: string[] | null }

const canBeLimited = (role: OrgRole): boolean => limitableRoles.some((one) => one === role)

/** As the server takes it: admins and owners have no limit. */
export const toAccess = ({ role, agentIds }: AccessChoice): AccessChoice => ({
  role,
  agentIds: canBeLimited(role) ? agentIds : null,
})

type Props = {
  value: AccessChoice
  onChange: (value: AccessChoice) => void
  errors: { role?: string | undefined; agentIds?: string | undefined }
}

/** The role, explained in a sentence each, and the agents that the member is limited to. */
export function AccessFields({ value, onChange, errors }: Props) {
  const org = useOrg()
  const offered = roles.filter((role) => role !== 'owner' || org.can('owner'))
  return (
    <>
      <Radio.Group
        label={texts.role}
        value={value.role}
        onChange={(role) => onChange({ ...value, role: role as OrgRole })}
        error={errors.role}
      >
        <Stack gap="xs" mt={4}>
          {offered.map((role) => (
            <Radio
              key={role}
              value={role}
              label={strings.roles[role].name}
              description={strings.roles[role].description}
            />
          ))}
        </Stack>
      </Radio.Group>
      {canBeLimited(value.role) ? (
        <AgentLimit
          agentIds={value.agentIds}
          onChange={(agentIds) => onChange({ ...value, agentIds })}
          error={errors.agentIds}
        />
      ) : (
        <Text size="sm" className="quiet">
          {texts.neverLimited}
        </Text>
      )}
    </>
  )
}

type LimitProps = {
  agentIds: string[] | null
  onChange: (agentIds: string[] | null) => void
  error: string | undefined
}

function AgentLimit({ agentIds, onChange, error }: LimitProps) {
  const agents = useAgentList()
  return (
    <Stack gap="xs">
      <Checkbox
        label={texts.limit}
        description={texts.limitHelp}
        checked={agentIds !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : null)}
      />
      {agentIds !== null && (
        <MultiSelect
          label={texts.agents}
          placeholder={agentIds.length === 0 ? texts.chooseAgents : undefined}
          data={agents.map(({ id, name }) => ({ value: id, label: name }))}
          value={agentIds}
          onChange={onChange}
          searchable
          error={error}
        />
      )}
    </Stack>
  )
}

/** The names of the agents in a table. */
export function AgentNames({ agentIds }: { agentIds: readonly string[] | undefined }) {
  const agents = useAgentList()
  if (!agentIds) return <span className="quiet">{texts.allAgents}</span>
  const names = agentIds.map((id) => agents.find((agent) => agent.id === id)?.name ?? id)
  return names.length === 0 ? texts.noAgents : names.join(', ')
}
