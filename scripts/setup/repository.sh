#!/bin/sh
# Sets what a repository on GitHub has besides its files: repository.sh OWNER/NAME. May be run again.
# Needs gh, logged in as somebody who administers the repository.
set -eu

repo=${1:-}
case $repo in
    */*/* | /* | */ | *[!A-Za-z0-9/._-]* | "") echo "make repository REPO=OWNER/NAME" >&2; exit 2 ;;
    */*) ;;
    *) echo "make repository REPO=OWNER/NAME" >&2; exit 2 ;;
esac

echo "==> labels"
tail -n +2 .github/labels.csv | while IFS=, read -r name colour description; do
    gh label create "$name" --repo "$repo" --color "$colour" --description "$description" --force
done
echo "==> pages, built by the workflow publish"
gh api --silent --method POST "repos/$repo/pages" -f build_type=workflow ||
    gh api --silent --method PUT "repos/$repo/pages" -f build_type=workflow
echo "==> only what is merged is deployed"
printf '%s' '{"deployment_branch_policy": {"protected_branches": true, "custom_branch_policies": false}}' |
    gh api --silent --method PUT "repos/$repo/environments/github-pages" --input -
echo "==> workflows may read and open pull requests"
gh api --silent --method PUT "repos/$repo/actions/permissions/workflow" \
    -f default_workflow_permissions=read -F can_approve_pull_request_reviews=true
echo "==> private reports"
gh api --silent --method PUT "repos/$repo/private-vulnerability-reporting"
# Last: once it is there, the branch takes pull requests only.
echo "==> protection of main"
gh api --silent --method PUT "repos/$repo/branches/main/protection" --input .github/protection.json
