import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'

const editRoute = createRoute({
  getParentRoute: () => agentRootRoute,
  path: 'edit',
  component: lazyRouteComponent(() => import('./frame/EditPage.tsx'), 'EditPage'),
})

/** `at` is the path of a finding: the field to focus. */
const below = {
  getParentRoute: () => editRoute,
  validateSearch: ({ at }: Record<string, unknown>): { at?: string } => (typeof at === 'string' ? { at } : {}),
}

export const agentPageRoutes = [
  createRoute({
    getParentRoute: () => agentRootRoute,
    path: '/',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/orgs/$org/agents/$agent/edit/identity', params, replace: true })
    },
  }),
  editRoute.addChildren([
    createRoute({
      getParentRoute: () => editRoute,
      path: '/',
      beforeLoad: ({ params }) => {
        throw redirect({ to: '/orgs/$org/agents/$agent/edit/identity', params, replace: true })
      },
    }),
    // The former page of changes, before agents had versions.
    createRoute({
      getParentRoute: () => editRoute,
      path: 'history',
      beforeLoad: ({ params }) => {
        throw redirect({ to: '/orgs/$org/agents/$agent/versions/history', params, replace: true })
      },
    }),
    createRoute({
      ...below,
      path: 'identity',
      component: lazyRouteComponent(() => import('./identity/IdentityPart.tsx'), 'IdentityPart'),
    }),
    createRoute({
      ...below,
      path: 'personality',
      component: lazyRouteComponent(() => import('./personality/PersonalityPart.tsx'), 'PersonalityPart'),
    }),
    createRoute({
      ...below,
      path: 'goals',
      component: lazyRouteComponent(() => import('./goals/GoalsPart.tsx'), 'GoalsPart'),
    }),
    createRoute({
      ...below,
      path: 'objectives',
      component: lazyRouteComponent(() => import('./objectives/ObjectivesPart.tsx'), 'ObjectivesPart'),
    }),
    createRoute({
      ...below,
      path: 'standing-instructions',
      component: lazyRouteComponent(() => import('./instructions/InstructionsPart.tsx'), 'InstructionsPart'),
    }),
    createRoute({
      ...below,
      path: 'guardrails',
      component: lazyRouteComponent(() => import('./guardrails/GuardrailsPart.tsx'), 'GuardrailsPart'),
    }),
    createRoute({
      ...below,
      path: 'rules',
      component: lazyRouteComponent(() => import('./rules/RulesPart.tsx'), 'RulesPart'),
    }),
    createRoute({
      getParentRoute: () => editRoute,
      path: 'lint',
      component: lazyRouteComponent(() => import('./lint/LintPart.tsx'), 'LintPart'),
    }),
    createRoute({
      getParentRoute: () => editRoute,
      path: 'document',
      validateSearch: ({ do: does }: Record<string, unknown>): { do?: 'import' } =>
        does === 'import' ? { do: 'import' } : {},
      component: lazyRouteComponent(() => import('./document/DocumentPart.tsx'), 'DocumentPart'),
    }),
    createRoute({
      getParentRoute: () => editRoute,
      path: 'templates',
      validateSearch: ({ template }: Record<string, unknown>): { template?: string } =>
        typeof template === 'string' ? { template } : {},
      component: lazyRouteComponent(() => import('./templates/AgentTemplatesPart.tsx'), 'AgentTemplatesPart'),
    }),
    createRoute({
      getParentRoute: () => editRoute,
      path: 'updates',
      component: lazyRouteComponent(() => import('./updates/UpdatesPart.tsx'), 'UpdatesPart'),
    }),
    createRoute({
      getParentRoute: () => editRoute,
      path: 'danger',
      component: lazyRouteComponent(() => import('./danger/DangerPart.tsx'), 'DangerPart'),
    }),
  ]),
] as const
