# Two connections at a time; each adds one.
exec 5<>/dev/tcp/127.0.0.1/$HEDDLE_PORT 6<>/dev/tcp/127.0.0.1/$HEDDLE_PORT
printf + >&5
printf + >&6
read -rn1 answer <&5
read -rn1 answer <&6
printf '?' >&5
read -rn1 answer <&5
[ "$answer" = 2 ]
