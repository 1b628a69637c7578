// The pass without the app, for browsers in which the app does not run: in the JavaScript of 2015, as it is served.
(() => {
  const get = (id) => document.getElementById(id);

  /** Makes a call; `then` gets the answer of one that was not refused. */
  function call(method, path, body, then) {
    const request = new XMLHttpRequest();
    request.open(method, `/api/auth${path}`);
    request.setRequestHeader('accept', 'application/json');
    if (body) request.setRequestHeader('content-type', 'application/json');
    request.onloadend = () => {
      let answer = {};
      try {
        answer = JSON.parse(request.responseText || '{}');
      } catch (_) {
        // Not the program's answer.
      }
      const isDone = request.status >= 200 && request.status < 300;
      get('problem').textContent = isDone ? '' : answer.message || 'That did not work. Please try again.';
      if (isDone) then(answer);
    };
    request.send(body && JSON.stringify(body));
  }

  function show({ user }) {
    if (!user) return;
    get('ask').hidden = true;
    get('verify').hidden = true;
    get('pass').hidden = false;
    get('title').textContent = user.name || 'Your pass';
    get('help').textContent = user.qrCode
      ? 'Show this at the entrance.'
      : 'You have no pass yet. You get one with the approval of your application.';
    get('picture').hidden = !user.qrCode;
    if (user.qrCode) get('picture').src = user.qrCode;
  }

  get('ask').onsubmit = (event) => {
    event.preventDefault();
    call('POST', '/email/start', { email: get('email').value }, () => {
      get('ask').hidden = true;
      get('verify').hidden = false;
      get('code').focus();
    });
  };
  get('verify').onsubmit = (event) => {
    event.preventDefault();
    call('POST', '/email/verify', { email: get('email').value, code: get('code').value }, show);
  };
  call('GET', '/user', undefined, show);
})();
