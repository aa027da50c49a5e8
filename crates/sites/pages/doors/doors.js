// Functions shared by the login pages that use scripts.
const ask = async (path, given) => {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  return { status: answer.status, ...(await answer.json()) };
};
